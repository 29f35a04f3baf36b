import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { batchesText } from '../batches/messages.ts';
import { batchText } from './messages.ts';

export const batchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/batches/$batchId',
  staticData: {
    page: {
      title: () => batchText('title'),
      permissions: ['compliance.operate', 'audit.read'],
      parents: [{ title: () => batchesText('title'), path: '/batches' }],
    },
  },
  component: lazyRouteComponent(() => import('./batch-page.tsx'), 'BatchPage'),
});
