import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { pageTitle } from '../../routing/page-titles.ts';

export const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accounts/$accountId',
  staticData: {
    page: {
      title: () => pageTitle('account'),
      permissions: ['finance.read', 'audit.read'],
      parents: [{ title: () => pageTitle('accounts'), path: '/accounts' }],
    },
  },
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
});
