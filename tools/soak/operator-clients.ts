// Clients of the demo operators, who sign in as any operator does.
import { setTimeout as sleep } from 'node:timers/promises';
import { ledgerClient, workbenchClient } from '../../client/client.ts';
import { fetchAccessToken } from '../../commands/token/access-token.ts';
import type { SoakNetwork } from './faults/network.ts';
import type { RunnerConnection } from './faults/runner.ts';

/** A client for requests that are known only as data; the contract tests check their types. */
export interface AnyClient {
  request(
    method: string,
    path: string,
    init: object,
  ): Promise<{ data?: unknown; error?: unknown; response: Response }>;
}

export interface OperatorClients {
  /** The clients of both APIs for an operator. */
  client(username: string): Readonly<Record<'ledger' | 'workbench', AnyClient>>;
}

interface OperatorSession {
  readonly token: Promise<string>;
  readonly startedAt: number;
}

/** Below the lifetime of tokens, which is five minutes. */
const SESSION_MS = 4 * 60_000;
/** A request refused so soon after a sign-in used an earlier token, so the new one serves. */
const FRESH_MS = 1_000;
/** Longer than any disturbance lasts: on a failing store, a killed runner may need several starts. */
export const TIMEOUT_MS = 4 * 60_000;
const PAUSE_MS = 250;
const RETRY_OPTIONS = { attempts: 6, firstPauseMs: 20, longestPauseMs: 500 };

export function buildOperatorClients(
  getConnection: () => RunnerConnection,
  network: SoakNetwork,
): OperatorClients {
  const sessions = new Map<string, OperatorSession>();
  const getToken = (username: string, isRefused: boolean): Promise<string> => {
    const known = sessions.get(username);
    const age = known === undefined ? Infinity : performance.now() - known.startedAt;
    if (known && age < (isRefused ? FRESH_MS : SESSION_MS)) return known.token;
    const token = signIn(getConnection, username);
    sessions.set(username, { token, startedAt: performance.now() });
    return token;
  };
  const clients = new Map<string, ReturnType<OperatorClients['client']>>();
  const buildClients = (username: string) => {
    const token = (isRefused: boolean) => getToken(username, isRefused);
    const buildOptions = (api: 'ledger' | 'workbench') => {
      return {
        ...RETRY_OPTIONS,
        baseUrl: `http://${api}.soak`,
        token,
        fetch: network.fetchTo(api),
      };
    };
    return {
      ledger: ledgerClient(buildOptions('ledger')) as unknown as AnyClient,
      workbench: workbenchClient(buildOptions('workbench')) as unknown as AnyClient,
    };
  };
  return {
    client: (username) => {
      const client = clients.get(username) ?? buildClients(username);
      clients.set(username, client);
      return client;
    },
  };
}

// In a browser, an operator would see the error and sign in again.
async function signIn(getConnection: () => RunnerConnection, username: string): Promise<string> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const { auth_url: authUrl, client_id: clientId, redirect_uri: redirectUri } = getConnection();
    const operator = getConnection().operators.find((demo) => demo.username === username);
    if (!operator) throw new Error(`There is no demo operator ${username}.`);
    try {
      return await fetchAccessToken({ authUrl, clientId, redirectUri, ...operator });
    } catch (error) {
      if (performance.now() > deadline) {
        throw new Error(`${username} cannot sign in: ${String(error)}`, { cause: error });
      }
      await sleep(PAUSE_MS);
    }
  }
}
