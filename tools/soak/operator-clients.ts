// The demo operators at their clients, signed in as anybody signs in.
import { setTimeout as sleep } from 'node:timers/promises';
import { ledgerClient, workbenchClient } from '../../client/client.ts';
import { fetchAccessToken } from '../../commands/token/access-token.ts';
import type { SoakNetwork } from './faults/network.ts';
import type { RunnerConnection } from './runner.ts';

/** The client package's, for requests that are data: their types are checked by the contract tests. */
export interface AnyClient {
  request(
    method: string,
    path: string,
    init: object,
  ): Promise<{ data?: unknown; error?: unknown; response: Response }>;
}

export interface OperatorClients {
  /** By user name. */
  client(username: string): Readonly<Record<'ledger' | 'workbench', AnyClient>>;
}

interface OperatorSession {
  readonly token: Promise<string>;
  readonly at: number;
}

/** Tokens live for five minutes. */
const SESSION_MS = 4 * 60_000;
/** Who is refused so soon after a sign-in of others holds an older token. */
const FRESH_MS = 1_000;
/** Longer than any disturbance lasts: a killed runner may need a few starts on a store that fails. */
export const TIMEOUT_MS = 4 * 60_000;
const PAUSE_MS = 250;
const RETRY_OPTIONS = { attempts: 6, firstPauseMs: 20, longestPauseMs: 500 };

export function buildOperatorClients(
  place: () => RunnerConnection,
  network: SoakNetwork,
): OperatorClients {
  const signedIn = new Map<string, OperatorSession>();
  const tokenOf = (username: string, isRefused: boolean): Promise<string> => {
    const known = signedIn.get(username);
    const age = known === undefined ? Infinity : performance.now() - known.at;
    if (known && age < (isRefused ? FRESH_MS : SESSION_MS)) return known.token;
    const token = signIn(place, username);
    signedIn.set(username, { token, at: performance.now() });
    return token;
  };
  const clients = new Map<string, ReturnType<OperatorClients['client']>>();
  const newClient = (username: string) => {
    const token = (isRefused: boolean) => tokenOf(username, isRefused);
    const at = (api: 'ledger' | 'workbench') => {
      return {
        ...RETRY_OPTIONS,
        baseUrl: `http://${api}.soak`,
        token,
        fetch: network.fetchTo(api),
      };
    };
    return {
      ledger: ledgerClient(at('ledger')) as unknown as AnyClient,
      workbench: workbenchClient(at('workbench')) as unknown as AnyClient,
    };
  };
  return {
    client: (username) => {
      const client = clients.get(username) ?? newClient(username);
      clients.set(username, client);
      return client;
    },
  };
}

// A browser shows an error; the operator tries again.
async function signIn(place: () => RunnerConnection, username: string): Promise<string> {
  const until = performance.now() + TIMEOUT_MS;
  for (;;) {
    const { auth_url: authUrl, client_id: clientId, redirect_uri: redirectUri } = place();
    const operator = place().operators.find((one) => one.username === username);
    if (!operator) throw new Error(`There is no demo operator ${username}.`);
    try {
      return await fetchAccessToken({ authUrl, clientId, redirectUri, ...operator });
    } catch (error) {
      if (performance.now() > until) {
        throw new Error(`${username} cannot sign in: ${String(error)}`, { cause: error });
      }
      await sleep(PAUSE_MS);
    }
  }
}
