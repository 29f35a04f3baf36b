import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { pageTitle } from '../../routing/page-titles.ts';
import { checkSearch } from '../../routing/search-parameters.ts';
import { isCalendarDate } from '../../values/calendar-dates.ts';

export const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accounts/$accountId',
  validateSearch: checkSearch({ from: isCalendarDate, to: isCalendarDate }),
  staticData: {
    page: {
      title: () => pageTitle('account'),
      permissions: ['finance.read', 'audit.read'],
      parents: [{ title: () => pageTitle('accounts'), path: '/accounts' }],
    },
  },
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
});
