import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { accountsText } from '../accounts/messages.ts';
import { newAccountText } from './messages.ts';

export const newAccountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accounts/new',
  staticData: {
    page: {
      title: () => newAccountText('title'),
      permissions: ['finance.write'],
      parents: [{ title: () => accountsText('title'), path: '/accounts' }],
    },
  },
  component: lazyRouteComponent(() => import('./new-account-page.tsx'), 'NewAccountPage'),
});
