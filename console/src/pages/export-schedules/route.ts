import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { batchesText } from '../batches/messages.ts';
import { schedulesText } from './messages.ts';

export const exportSchedulesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/batches/schedules',
  staticData: {
    page: {
      title: () => schedulesText('title'),
      permissions: ['compliance.operate', 'audit.read'],
      parents: [{ title: () => batchesText('title'), path: '/batches' }],
    },
  },
  component: lazyRouteComponent(() => import('./export-schedules-page.tsx'), 'ExportSchedulesPage'),
});
