// All pages. A page is added here by its route, and in console/src/app/shell/navigation.ts if a menu leads to it.
import { createRoute, createRouter } from '@tanstack/react-router';
import { accountRoute } from '../pages/account/route.ts';
import { accountsRoute } from '../pages/accounts/route.ts';
import { batchRoute } from '../pages/batch/route.ts';
import { batchesRoute } from '../pages/batches/route.ts';
import { exportSchedulesRoute } from '../pages/export-schedules/route.ts';
import { exportRequestRoute } from '../pages/export-request/route.ts';
import { importRequestRoute } from '../pages/import-request/route.ts';
import { inboxRoute } from '../pages/inbox/route.ts';
import { journalRoute } from '../pages/journal/route.ts';
import { journalEntryRoute } from '../pages/journal-entry/route.ts';
import { postRoute } from '../pages/post/route.ts';
import { rootRoute } from '../routing/root-route.ts';
import { formatSearch, parseSearch } from '../routing/search-parameters.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { PageFailure } from './page-failure.tsx';
import { Shell } from './shell/shell.tsx';
import { StartPage } from './start-page.tsx';

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: StartPage,
});

const routeTree = rootRoute.addChildren([
  startRoute,
  inboxRoute,
  accountsRoute,
  accountRoute,
  journalRoute,
  journalEntryRoute,
  postRoute,
  batchesRoute,
  exportSchedulesRoute,
  exportRequestRoute,
  importRequestRoute,
  batchRoute,
]);

export function buildRouter() {
  return createRouter({
    routeTree,
    parseSearch,
    stringifySearch: formatSearch,
    search: { strict: true },
    InnerWrap: Shell,
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: PageFailure,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    readonly router: ReturnType<typeof buildRouter>;
  }
}
