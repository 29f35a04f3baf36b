import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { checkSearch } from '../../routing/search-parameters.ts';
import { isCalendarDate } from '../../values/calendar-dates.ts';
import { isCurrency } from '../../values/identifiers.ts';
import { pageTitle } from '../../routing/page-titles.ts';

export const tieOutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/gl/tie-out',
  validateSearch: checkSearch({ as_of: isCalendarDate, currency: isCurrency }),
  staticData: {
    page: {
      title: () => pageTitle('tieOut'),
      permissions: ['finance.read', 'audit.read'],
      parents: [],
    },
  },
  component: lazyRouteComponent(() => import('./tie-out-page.tsx'), 'TieOutPage'),
});
