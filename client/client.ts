// Clients of the two APIs, typed from the published contract, that follow the rules for retries and read
// lists to their end.
import createClient from 'openapi-fetch';
import type { Client } from 'openapi-fetch';
import type { LedgerPaths } from './generated/ledger-paths.ts';
import type { WorkbenchPaths } from './generated/workbench-paths.ts';
import { fetchAllPages } from './all-pages.ts';
import { persistentFetch } from './persistent-fetch.ts';
import type { RetryOptions } from './persistent-fetch.ts';

export { iterateItems } from './page-iterator.ts';
export type { ListPage } from './page-iterator.ts';
export { UnansweredError } from './persistent-fetch.ts';
export { RefusalError, requireData } from './refusal-error.ts';
export type { AnsweredCode, ClientAnswer } from './refusal-error.ts';
export { serviceToken } from './tokens/service-token.ts';
export type { ServiceCredentials } from './tokens/service-token.ts';
export { finishSignIn, operatorToken, startSignIn } from './tokens/sign-in.ts';
export type { OperatorTokens, SignInSettings, SignInInProgress } from './tokens/sign-in.ts';
export { TokenError } from './tokens/token-endpoint.ts';
export type { TokenSet } from './tokens/token-endpoint.ts';
export type { TokenSource } from './tokens/token-source.ts';
export type { RefusalCode } from './generated/refusal-codes.ts';
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
