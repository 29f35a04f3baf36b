import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { checkSearch, isOneOf } from '../../routing/search-parameters.ts';
import { isCalendarDate } from '../../values/calendar-dates.ts';
import { isCurrency } from '../../values/identifiers.ts';
import { pageTitle } from '../../routing/page-titles.ts';

export const ledgerAccountRoute = createRoute({
  getParentRoute: () => rootRoute,
  // Below a word of its own: a code may be any word.
  path: '/gl/accounts/$code',
  validateSearch: checkSearch({
    from: isCalendarDate,
    to: isCalendarDate,
    currency: isCurrency,
    interval: isOneOf(['day', 'month', 'year']),
  }),
  staticData: {
    page: {
      title: () => pageTitle('ledgerAccount'),
      permissions: ['finance.read', 'audit.read'],
      parents: [{ title: () => pageTitle('chart'), path: '/gl/accounts' }],
    },
  },
  component: lazyRouteComponent(() => import('./ledger-account-page.tsx'), 'LedgerAccountPage'),
});
