import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { checkSearch } from '../../routing/search-parameters.ts';
import { SEARCH_CHECKS } from './search-checks.ts';
import { pageTitle } from '../../routing/page-titles.ts';

export const inboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/inbox/{-$requestId}',
  validateSearch: checkSearch(SEARCH_CHECKS),
  staticData: {
    page: {
      title: () => pageTitle('inbox'),
      permissions: ['finance.read'],
      parents: [],
      keepsFocus: true,
    },
  },
  component: lazyRouteComponent(() => import('./inbox-page.tsx'), 'InboxPage'),
});
