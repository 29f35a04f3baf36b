// Through every function of the running template: the operations by their ways, past the gateway,
// and the others by what makes them work.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import * as oidc from 'openid-client';
import { kebab, operations } from '../../../functions/operations.ts';
import type { OperationName } from '../../../functions/operations.ts';
import { importRequest, requestedImport, uploadRequest } from '../imports.ts';
import { calledOf, eventOf } from '../ledger.ts';
import type { Caller } from '../ledger.ts';
import { discover, signIn } from '../relying-party.ts';
import type { SignedInStack } from '../signed-in-stack.ts';
import type { Holdings } from './holdings.ts';
import { ways } from './ways.ts';

const STAGE = 'test-';
const MACHINES = 'arn:aws:states:us-east-1:000000000000:stateMachine:test-';

/** The operations of the running template, called by the tenant as the gateway calls them. */
export function deployedCaller({ local }: SignedInStack, tenant: string): Caller {
  return {
    async call(name, options = {}) {
      const event = eventOf(name, { tenant, ...options });
      const result = await local.functions.invoke(`${STAGE}${kebab(name)}`, event);
      return calledOf(result as unknown as APIGatewayProxyResult);
    },
  };
}

export interface Walker {
  readonly stack: SignedInStack;
  readonly caller: Caller;
  readonly holdings: Holdings;
}

export type Walk = (walker: Walker) => Promise<unknown>;

const exporting: Walk = ({ caller, holdings }) => completed(caller, holdings.batch);

// A file of two rows, one of them wrong, that is uploaded after the request.
async function importing({ caller }: Walker): Promise<void> {
  const text = 'customer_id,product_id,name,currency\nc,p,n,EUR\nc,p,n,euro\n';
  const { batchId, upload } = await requestedImport(caller, uploadRequest(text));
  const { url, method, headers } = upload;
  const answer = await fetch(url, { method, headers, body: text });
  if (!answer.ok) throw new Error(await answer.text());
  await completed(caller, batchId);
}

// The file is not the one that was declared.
async function ruining({ caller }: Walker): Promise<void> {
  const file = { checksum_sha256: '0'.repeat(64) };
  const { batchId } = await requestedImport(caller, importRequest('a\n', { file }));
  await completed(caller, batchId);
}

/** Has a state machine work on a batch that there is not, which cannot but fail. */
async function failing({ stack }: Walker, machine: string): Promise<void> {
  const client = new SFNClient({
    endpoint: stack.local.stepFunctionsEndpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const stateMachineArn = `${MACHINES}${machine}`;
  const input = JSON.stringify({ tenant: 'nobody', batchId: 'bat_nobody' });
  await client.send(new StartExecutionCommand({ stateMachineArn, input, name: randomUUID() }));
  client.destroy();
}

async function exportingAll(walker: Walker): Promise<void> {
  await failing(walker, 'regulatory-export');
  await exporting(walker);
}

async function importingAll(walker: Walker): Promise<void> {
  await importing(walker);
  await ruining(walker);
}

const reading: Walk = ({ stack }) =>
  Promise.all(Object.values(stack.local.origins).map((origin) => fetch(`${origin}/openapi.json`)));

// What happens on a stream happens by itself, a moment later.
const happening: Walk = ({ caller }) =>
  caller.call('createAccount', {
    body: { customer_id: 'c', product_id: 'p', name: 'n', currency: 'EUR' },
  });

async function signingIn({ stack }: Walker): Promise<void> {
  const config = await discover(stack.authUrl, 'console');
  const { tokens, refreshToken, browser } = await signIn(config);
  await oidc.refreshTokenGrant(config, refreshToken);
  const question = await browser.open(
    oidc.buildEndSessionUrl(config, { id_token_hint: tokens.id_token ?? '' }),
  );
  await browser.submit(question, { logout: 'yes' });
}

/** By the names of functions and state machines, without the stage. */
const background: Record<string, Walk> = {
  authorize: ({ stack }) => stack.get('/api/accounts'),
  'serve-identity': signingIn,
  // The keys were made when the template started, and not again before they have settled.
  'rotate-identity-keys': async () => undefined,
  'reference-ledger': reading,
  'reference-workbench': reading,
  'reference-identity': reading,
  'verify-books': ({ stack }) => stack.local.functions.invoke('test-verify-books', {}),
  'project-events': happening,
  'publish-events': happening,
  'start-batches': exporting,
  'begin-regulatory-export': exporting,
  'plan-regulatory-export': exporting,
  'write-export-slice': exporting,
  'assemble-regulatory-export': exporting,
  'complete-regulatory-export': exporting,
  'await-legacy-import': importing,
  'receive-legacy-import': importing,
  'validate-legacy-import': importing,
  'assemble-legacy-import': importing,
  'complete-legacy-import': importing,
  'fail-batch': ruining,
  [`${MACHINES}regulatory-export`]: exportingAll,
  [`${MACHINES}legacy-import`]: importingAll,
};

/** What takes every way through a function, or has a state machine call all that it may. */
export function walkThrough(principal: string): Walk {
  const name = principal.replace(STAGE, '');
  const operation = (Object.keys(operations) as OperationName[]).find((one) => kebab(one) === name);
  const other = background[principal] ?? background[name];
  if (other) return other;
  if (!operation) throw new Error(`Nobody knows a way through ${principal}.`);
  return async ({ caller, holdings }) => {
    for (const options of ways[operation](holdings)) await caller.call(operation, options);
  };
}

/** Waits for the end of the work on a batch. */
export async function completed({ call }: Caller, batchId: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { body } = await call('getLegacyBatch', { path: { batchId } });
    if (['COMPLETED', 'FAILED'].includes(body.status)) return;
    await sleep(100);
  }
  throw new Error(`${batchId} has not ended.`);
}
