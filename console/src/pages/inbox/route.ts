import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { checkSearch } from '../../routing/search-parameters.ts';
import { inboxText } from './messages.ts';
import { SEARCH_CHECKS } from './search-checks.ts';

export const inboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/inbox/{-$requestId}',
  validateSearch: checkSearch(SEARCH_CHECKS),
  staticData: {
    page: {
      title: () => inboxText('title'),
      permissions: ['finance.read'],
      parents: [],
      keepsFocus: true,
    },
  },
  component: lazyRouteComponent(() => import('./inbox-page.tsx'), 'InboxPage'),
});
