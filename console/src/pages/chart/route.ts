import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { checkSearch, isText } from '../../routing/search-parameters.ts';
import { pageTitle } from '../../routing/page-titles.ts';

export const chartRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/gl/accounts',
  validateSearch: checkSearch({ find: isText(160), closed: isText(8_000) }),
  staticData: {
    page: {
      title: () => pageTitle('chart'),
      permissions: ['finance.read', 'audit.read', 'configuration.write'],
      parents: [],
    },
  },
  component: lazyRouteComponent(() => import('./chart-page.tsx'), 'ChartPage'),
});
