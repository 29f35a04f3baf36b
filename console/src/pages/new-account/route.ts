import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { pageTitle } from '../../routing/page-titles.ts';

export const newAccountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accounts/new',
  staticData: {
    page: {
      title: () => pageTitle('newAccount'),
      permissions: ['finance.write'],
      parents: [{ title: () => pageTitle('accounts'), path: '/accounts' }],
    },
  },
  component: lazyRouteComponent(() => import('./new-account-page.tsx'), 'NewAccountPage'),
});
