// All pages. A page is added here by its route, and in console/src/app/shell/navigation.ts if a menu leads to it.
import { createRoute, createRouter } from '@tanstack/react-router';
import { accountRoute } from '../pages/account/route.ts';
import { accountsRoute } from '../pages/accounts/route.ts';
import { chartRoute } from '../pages/chart/route.ts';
import { batchRoute } from '../pages/batch/route.ts';
import { batchesRoute } from '../pages/batches/route.ts';
import { exportSchedulesRoute } from '../pages/export-schedules/route.ts';
import { exportRequestRoute } from '../pages/export-request/route.ts';
import { importRequestRoute } from '../pages/import-request/route.ts';
import { adminRoute } from '../pages/admin/route.ts';
import { auditRoute } from '../pages/audit/route.ts';
import { configRoutes } from '../pages/config/route.ts';
import { inboxRoute } from '../pages/inbox/route.ts';
import { journalRoute } from '../pages/journal/route.ts';
import { journalEntryRoute } from '../pages/journal-entry/route.ts';
import { ledgerAccountRoute } from '../pages/ledger-account/route.ts';
import { newAccountRoute } from '../pages/new-account/route.ts';
import { periodsRoute } from '../pages/periods/route.ts';
import { loanRoute } from '../pages/loan/route.ts';
import { loansRoute } from '../pages/loans/route.ts';
import { postRoute } from '../pages/post/route.ts';
import { tieOutRoute } from '../pages/tie-out/route.ts';
import { trialBalanceRoute } from '../pages/trial-balance/route.ts';
import { systemRoute } from '../pages/system/route.ts';
import { rootRoute } from '../routing/root-route.ts';
import { formatSearch, parseSearch } from '../routing/search-parameters.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { PageFailure } from './page-failure.tsx';
import { PermittedPage } from './permitted-page.tsx';
import { Shell } from './shell/shell.tsx';
import { StartPage } from './start-page.tsx';

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: StartPage,
});

const routeTree = rootRoute
  .update({ component: PermittedPage })
  .addChildren([
    startRoute,
    inboxRoute,
    accountsRoute,
    newAccountRoute,
    accountRoute,
    journalRoute,
    journalEntryRoute,
    postRoute,
    trialBalanceRoute,
    chartRoute,
    ledgerAccountRoute,
    tieOutRoute,
    periodsRoute,
    batchesRoute,
    exportSchedulesRoute,
    exportRequestRoute,
    importRequestRoute,
    batchRoute,
    loansRoute,
    loanRoute,
    auditRoute,
    systemRoute,
    adminRoute,
    ...configRoutes,
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
