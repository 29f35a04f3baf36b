// The clients of the two APIs, with the token of this tab.
import { createContext, use } from 'react';
import { ledgerClient, workbenchClient } from '../../../client/client.ts';
import type { LedgerClient, WorkbenchClient } from '../../../client/client.ts';
import type { ConsoleSettings } from '../session/console-settings.ts';
import type { ConsoleSession } from '../session/console-session.ts';
import type { ApiAddresses } from './api-roots.ts';
import { AttemptLog } from './attempt-log.ts';

export interface ConsoleClients {
  readonly ledger: LedgerClient;
  readonly workbench: WorkbenchClient;
  /** What became of each attempt at a mutation. */
  readonly attempts: AttemptLog;
  readonly addresses: ApiAddresses;
}

export const ApiContext = createContext<ConsoleClients | undefined>(undefined);

export function useApi(): ConsoleClients {
  const clients = use(ApiContext);
  if (clients === undefined) throw new Error('There are no API clients above this component.');
  return clients;
}

/** Clients for the pages of the operator who is signed in. */
export function buildApiClients(
  settings: ConsoleSettings,
  session: ConsoleSession,
): ConsoleClients {
  const attempts = new AttemptLog();
  const options = { token: session.buildTokenSource(), fetch: attempts.fetch };
  return {
    ledger: ledgerClient({ baseUrl: settings.base_url, ...options }),
    workbench: workbenchClient({ baseUrl: settings.workbench_url, ...options }),
    attempts,
    addresses: { ledger: settings.base_url, workbench: settings.workbench_url },
  };
}
