import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { batchesText } from '../batches/messages.ts';
import { importText } from './messages.ts';

export const importRequestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/batches/import',
  staticData: {
    page: {
      title: () => importText('title'),
      permissions: ['compliance.operate'],
      parents: [{ title: () => batchesText('title'), path: '/batches' }],
    },
  },
  component: lazyRouteComponent(() => import('./import-request-page.tsx'), 'ImportRequestPage'),
});
