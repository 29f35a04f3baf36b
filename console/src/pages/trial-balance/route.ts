import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { checkSearch, isText } from '../../routing/search-parameters.ts';
import { isCalendarDate } from '../../values/calendar-dates.ts';
import { isCurrency } from '../../values/identifiers.ts';
import { pageTitle } from '../../routing/page-titles.ts';

export const trialBalanceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/gl/trial-balance',
  validateSearch: checkSearch({
    from: isCalendarDate,
    to: isCalendarDate,
    currency: isCurrency,
    closed: isText(8_000),
  }),
  staticData: {
    page: {
      title: () => pageTitle('trialBalance'),
      permissions: ['finance.read', 'audit.read'],
      parents: [],
    },
  },
  component: lazyRouteComponent(() => import('./trial-balance-page.tsx'), 'TrialBalancePage'),
});
