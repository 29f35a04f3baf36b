import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { checkSearch, isText } from '../../routing/search-parameters.ts';
import { isCalendarDate } from '../../values/calendar-dates.ts';
import { pageTitle } from '../../routing/page-titles.ts';

export const exportRequestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/batches/export',
  validateSearch: checkSearch({ from: isCalendarDate, to: isCalendarDate, code: isText(64) }),
  staticData: {
    page: {
      title: () => pageTitle('exportRequest'),
      permissions: ['compliance.operate'],
      parents: [{ title: () => pageTitle('batches'), path: '/batches' }],
    },
  },
  component: lazyRouteComponent(() => import('./export-request-page.tsx'), 'ExportRequestPage'),
});
