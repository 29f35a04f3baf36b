import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { schedulesText } from './messages.ts';

export const exportSchedulesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/batches/schedules',
  staticData: {
    page: {
      title: () => schedulesText('title'),
      permissions: ['compliance.operate', 'audit.read'],
      parents: [{ title: () => schedulesText('parent'), path: '/batches' }],
    },
  },
  component: lazyRouteComponent(() => import('./export-schedules-page.tsx'), 'ExportSchedulesPage'),
});
