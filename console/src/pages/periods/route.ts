import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { pageTitle } from '../../routing/page-titles.ts';

export const periodsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/gl/periods',
  staticData: {
    page: {
      title: () => pageTitle('periods'),
      permissions: ['finance.read', 'audit.read'],
      parents: [],
    },
  },
  component: lazyRouteComponent(() => import('./periods-page.tsx'), 'PeriodsPage'),
});
