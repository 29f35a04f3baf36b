import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { checkSearch, isOneOf } from '../../routing/search-parameters.ts';
import { pageTitle } from '../../routing/page-titles.ts';

export const batchesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/batches',
  validateSearch: checkSearch({
    type: isOneOf(['REGULATORY_EXPORT', 'LEGACY_IMPORT']),
    status: isOneOf(['ACCEPTED', 'AWAITING_UPLOAD', 'RUNNING', 'COMPLETED', 'FAILED']),
  }),
  staticData: {
    page: {
      title: () => pageTitle('batches'),
      permissions: ['compliance.operate', 'audit.read'],
      parents: [],
    },
  },
  component: lazyRouteComponent(() => import('./batches-page.tsx'), 'BatchesPage'),
});
