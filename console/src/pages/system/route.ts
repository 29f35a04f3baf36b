import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { OPERATOR_PERMISSIONS } from '../../session/permissions.ts';
import { pageTitle } from '../../routing/page-titles.ts';

export const systemRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/system',
  staticData: {
    page: { title: () => pageTitle('system'), permissions: OPERATOR_PERMISSIONS, parents: [] },
  },
  component: lazyRouteComponent(() => import('./system-page.tsx'), 'SystemPage'),
});
