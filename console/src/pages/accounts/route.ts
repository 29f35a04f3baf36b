import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { checkSearch, isOneOf, isText } from '../../routing/search-parameters.ts';
import { pageTitle } from '../../routing/page-titles.ts';

export const accountsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accounts',
  validateSearch: checkSearch({
    status: isOneOf(['ACTIVE', 'FROZEN', 'CLOSED']),
    customer_id: isText(128),
    external_id: isText(128),
  }),
  staticData: {
    page: {
      title: () => pageTitle('accounts'),
      permissions: ['finance.read', 'audit.read'],
      parents: [],
    },
  },
  component: lazyRouteComponent(() => import('./accounts-page.tsx'), 'AccountsPage'),
});
