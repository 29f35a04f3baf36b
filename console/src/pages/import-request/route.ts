import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { checkSearch, isOneOf } from '../../routing/search-parameters.ts';
import { pageTitle } from '../../routing/page-titles.ts';

export const importRequestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/batches/import',
  validateSearch: checkSearch({ type: isOneOf(['chart']) }),
  staticData: {
    page: {
      title: () => pageTitle('importRequest'),
      permissions: ['compliance.operate'],
      parents: [{ title: () => pageTitle('batches'), path: '/batches' }],
    },
  },
  component: lazyRouteComponent(() => import('./import-request-page.tsx'), 'ImportRequestPage'),
});
