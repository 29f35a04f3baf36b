import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { checkSearch, isText } from '../../routing/search-parameters.ts';
import { isCalendarDate } from '../../values/calendar-dates.ts';
import { pageTitle } from '../../routing/page-titles.ts';

export const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  validateSearch: checkSearch({
    from: isCalendarDate,
    to: isCalendarDate,
    actor: isText(255),
    operation: isText(64),
    subject: isText(255),
  }),
  staticData: {
    page: { title: () => pageTitle('audit'), permissions: ['audit.read'], parents: [] },
  },
  component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
});
