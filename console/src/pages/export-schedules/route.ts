import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { schedulesTitles } from './titles.ts';

export const exportSchedulesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/batches/schedules',
  staticData: {
    page: {
      title: () => schedulesTitles('title'),
      permissions: ['compliance.operate', 'audit.read'],
      parents: [{ title: () => schedulesTitles('parent'), path: '/batches' }],
    },
  },
  component: lazyRouteComponent(() => import('./export-schedules-page.tsx'), 'ExportSchedulesPage'),
});
