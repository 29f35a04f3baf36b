import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { pageTitle } from '../../routing/page-titles.ts';

export const exportSchedulesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/batches/schedules',
  staticData: {
    page: {
      title: () => pageTitle('exportSchedules'),
      permissions: ['compliance.operate', 'audit.read'],
      parents: [{ title: () => pageTitle('batches'), path: '/batches' }],
    },
  },
  component: lazyRouteComponent(() => import('./export-schedules-page.tsx'), 'ExportSchedulesPage'),
});
