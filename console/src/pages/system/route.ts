import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { OPERATOR_PERMISSIONS } from '../../session/permissions.ts';
import { systemText } from './messages.ts';

export const systemRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/system',
  staticData: {
    page: { title: () => systemText('title'), permissions: OPERATOR_PERMISSIONS, parents: [] },
  },
  component: lazyRouteComponent(() => import('./system-page.tsx'), 'SystemPage'),
});
