import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { pageTitle } from '../../routing/page-titles.ts';

export const importRequestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/batches/import',
  staticData: {
    page: {
      title: () => pageTitle('importRequest'),
      permissions: ['compliance.operate'],
      parents: [{ title: () => pageTitle('batches'), path: '/batches' }],
    },
  },
  component: lazyRouteComponent(() => import('./import-request-page.tsx'), 'ImportRequestPage'),
});
