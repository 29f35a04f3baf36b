// The demo operators of a tenant as callers of the APIs, each with permissions and tokens of its own.
import { ledgerClient, workbenchClient } from '../../client/client.ts';
import type { HttpError, LedgerClient, WorkbenchClient } from '../../client/client.ts';
import type { StackFile } from '../administration/connect.ts';
import { cacheToken } from '../token/token-cache.ts';

interface DemoCaller {
  readonly ledger: LedgerClient;
  readonly workbench: WorkbenchClient;
}

export interface DemoOperators {
  readonly tenant: string;
  readonly maker: DemoCaller;
  readonly checker: DemoCaller;
  readonly configurator: DemoCaller;
  readonly compliance: DemoCaller;
}

/** Connects the demo operators; each signs in at its first request. */
export function connectDemoOperators(stack: StackFile, tenant: string): DemoOperators {
  const connect = (name: string): DemoCaller => {
    const username = `${name}@${tenant}`;
    const operator = stack.operators.find((other) => other.username === username);
    if (operator === undefined) throw new Error(`There is no demo operator ${username}.`);
    const { auth_url: authUrl, client_id: clientId, redirect_uri: redirectUri } = stack;
    const { password } = operator;
    const token = cacheToken({ authUrl, clientId, redirectUri, username, password });
    return {
      ledger: ledgerClient({ baseUrl: stack.base_url, token }),
      workbench: workbenchClient({ baseUrl: stack.workbench_url, token }),
    };
  };
  return {
    tenant,
    maker: connect('maker'),
    checker: connect('checker'),
    configurator: connect('configurator'),
    compliance: connect('compliance'),
  };
}

/**
 * The header of a mutation of the demo. A key names the thing that is made, so that a demo that was interrupted is
 * completed by the next, and nothing is made twice.
 */
export function buildDemoKey(name: string) {
  return { 'Idempotency-Key': `demo-data-v1-${name}` };
}

interface Answer<Data> {
  readonly data?: Data | undefined;
  readonly error?: HttpError | undefined;
}

/** Returns what the API answered; throws its refusal as a sentence. */
export function requireAnswer<Data>({ data, error }: Answer<Data>): NonNullable<Data> {
  if (error) {
    const { statusCode, code, message } = error;
    throw new Error(`${statusCode} ${code}: ${[message].flat().join('; ')}`);
  }
  if (data === undefined || data === null) throw new Error('The API answered nothing.');
  return data;
}
