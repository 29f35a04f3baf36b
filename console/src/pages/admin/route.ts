import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { checkSearch, isText } from '../../routing/search-parameters.ts';
import { OPERATOR_PERMISSIONS } from '../../session/permissions.ts';
import { pageTitle } from '../../routing/page-titles.ts';

export const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  validateSearch: checkSearch({ id: isText(255), open: isText(255) }),
  staticData: {
    page: { title: () => pageTitle('admin'), permissions: OPERATOR_PERMISSIONS, parents: [] },
  },
  component: lazyRouteComponent(() => import('./admin-page.tsx'), 'AdminPage'),
});
