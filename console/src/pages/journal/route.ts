import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { checkSearch, isOneOf, isText } from '../../routing/search-parameters.ts';
import { isCalendarDate } from '../../values/calendar-dates.ts';
import { pageTitle } from '../../routing/page-titles.ts';

export const journalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/journal',
  validateSearch: checkSearch({
    from: isCalendarDate,
    to: isCalendarDate,
    account_code: isText(64),
    reference: isText(160),
    posted_by: isText(256),
    control_difference: isText(64),
    only: isOneOf(['differences', 'skipped-rules']),
  }),
  staticData: {
    page: {
      title: () => pageTitle('journal'),
      permissions: ['finance.read', 'audit.read'],
      parents: [],
    },
  },
  component: lazyRouteComponent(() => import('./journal-page.tsx'), 'JournalPage'),
});
