import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { pageTitle } from '../../routing/page-titles.ts';

export const batchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/batches/$batchId',
  staticData: {
    page: {
      title: () => pageTitle('batch'),
      permissions: ['compliance.operate', 'audit.read'],
      parents: [{ title: () => pageTitle('batches'), path: '/batches' }],
    },
  },
  component: lazyRouteComponent(() => import('./batch-page.tsx'), 'BatchPage'),
});
