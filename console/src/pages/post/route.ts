import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { checkSearch, isText } from '../../routing/search-parameters.ts';
import { pageTitle } from '../../routing/page-titles.ts';

export const postRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/post/$kind',
  validateSearch: checkSearch({ template: isText(64), entry: isText(64) }),
  staticData: {
    page: { title: () => pageTitle('post'), permissions: ['finance.write'], parents: [] },
  },
  component: lazyRouteComponent(() => import('./post-page.tsx'), 'PostPage'),
});
