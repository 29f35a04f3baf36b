// Clients of the two APIs, typed from the published contract, that follow the rules for retries and read
// lists to their end.
import createClient from 'openapi-fetch';
import type { Client } from 'openapi-fetch';
import type { LedgerPaths } from './generated/ledger-paths.ts';
import type { WorkbenchPaths } from './generated/workbench-paths.ts';
import { fetchAllPages } from './all-pages.ts';
import { persistentFetch } from './persistent-fetch.ts';
import type { RetryOptions } from './persistent-fetch.ts';

export { UnansweredError } from './persistent-fetch.ts';
export type * from '../schemas/generated/types.ts';

export interface ClientOptions extends RetryOptions {
  /** `base_url` or `workbench_url`. */
  readonly baseUrl: string;
}

export type LedgerClient = Client<LedgerPaths>;
export type WorkbenchClient = Client<WorkbenchPaths>;

/** Makes a client of the ledger API. */
export function ledgerClient({ baseUrl, ...persistence }: ClientOptions): LedgerClient {
  return createClient<LedgerPaths>({ baseUrl, fetch: fetchAllPages(persistentFetch(persistence)) });
}

/** Makes a client of the workbench API. */
export function workbenchClient({ baseUrl, ...persistence }: ClientOptions): WorkbenchClient {
  return createClient<WorkbenchPaths>({ baseUrl, fetch: persistentFetch(persistence) });
}
