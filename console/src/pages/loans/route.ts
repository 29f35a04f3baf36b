import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { checkSearch, isOneOf } from '../../routing/search-parameters.ts';
import { pageTitle } from '../../routing/page-titles.ts';

export const loansRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/loans',
  validateSearch: checkSearch({ order: isOneOf(['asc', 'desc']) }),
  staticData: {
    page: {
      title: () => pageTitle('loans'),
      permissions: ['finance.read', 'audit.read'],
      parents: [],
    },
  },
  component: lazyRouteComponent(() => import('./loans-page.tsx'), 'LoansPage'),
});
