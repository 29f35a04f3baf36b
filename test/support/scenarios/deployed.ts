// Through every function of the running template: the operations by their ways, past the gateway,
// and the others by what makes them work.
import { setTimeout as sleep } from 'node:timers/promises';
import type { APIGatewayProxyResult } from 'aws-lambda';
import * as oidc from 'openid-client';
import { kebab, operations } from '../../../functions/operations/operations.ts';
import type { OperationName } from '../../../functions/operations/operations.ts';
import { schedulesPlace } from '../../../commands/administration/connect.ts';
import {
  clearSchedule,
  schedulesHere,
  setSchedule,
} from '../../../commands/administration/schedules.ts';
import {
  RebuildMachine,
  rebuildMachinePlace,
} from '../../../commands/projections/rebuild-machine.ts';
import { approveAdjustment } from '../fixtures/adjustments.ts';
import { requestedExport } from '../fixtures/batches.ts';
import { thisMonth } from '../fixtures/periods.ts';
import { importRequest, requestedImport, uploadRequest } from '../fixtures/imports.ts';
import { calledOf, eventOf } from '../stack/ledger.ts';
import type { Caller } from '../stack/ledger.ts';
import { discover, signIn } from '../stack/relying-party.ts';
import type { SignedInStack } from '../stack/signed-in-stack.ts';
import type { Holdings } from './holdings.ts';
import { ways } from './ways.ts';

const STAGE = 'test-';
const SCHEDULER = 'arn:aws:iam::000000000000:role/countinghouse-test-scheduler-us-east-1';
const DAY_MILLISECONDS = 86_400_000;
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
  readonly tenant: string;
  readonly stack: SignedInStack;
  readonly caller: Caller;
  readonly holdings: Holdings;
}

export type Walk = (walker: Walker) => Promise<unknown>;

// Of this month, in which something was posted.
async function exporting({ caller }: Walker): Promise<void> {
  const { batchId } = await requestedExport(caller, thisMonth());
  await completed(caller, batchId);
}

const file = 'customer_id,product_id,name,currency\nc,p,n,EUR\nc,p,n,euro\n';

// A file of two rows, one of them wrong, that comes with the request, and one that is uploaded when
// it has been looked for.
async function importing({ caller }: Walker): Promise<void> {
  const inline = await requestedImport(caller, importRequest(file));
  const { batchId, upload } = await requestedImport(caller, uploadRequest(file));
  const { url, method, headers } = upload;
  await sleep(1_000);
  const answer = await fetch(url, { method, headers, body: file });
  if (!answer.ok) throw new Error(await answer.text());
  await completed(caller, batchId);
  await completed(caller, inline.batchId);
  await caller.call('listLegacyBatchRejections', { path: { batchId } });
}

// The file is not the one that was declared.
async function ruining({ caller }: Walker): Promise<void> {
  const declared = { checksum_sha256: '0'.repeat(64) };
  const { batchId } = await requestedImport(caller, importRequest('a\n', { file: declared }));
  await completed(caller, batchId);
}

// Somebody stops the work while it waits for its file.
async function breakingOff({ stack, caller, tenant }: Walker): Promise<void> {
  const { batchId } = await requestedImport(caller, uploadRequest(file));
  const detail = { status: 'ABORTED', input: JSON.stringify({ tenant, batchId }) };
  await stack.local.functions.invoke(`${STAGE}fail-ended-batch`, { detail });
}

async function importingAll(walker: Walker): Promise<void> {
  await importing(walker);
  await ruining(walker);
}

// The same month twice, as when the schedule does not hear the answer.
async function scheduling({ stack, tenant }: Walker): Promise<void> {
  const { scheduler } = stack.local;
  const schedules = schedulesHere(schedulesPlace(stack.local));
  const due = new Date(Date.now() + 40 * DAY_MILLISECONDS);
  for (let times = 0; times < 2; times += 1) {
    await setSchedule(schedules, tenant, { legalBasisCode: 'X', retentionYears: 10 });
    await scheduler.callDue(due);
  }
  await clearSchedule(schedules, tenant);
  schedules.client.destroy();
}

// The old generation has records that are swept.
async function rebuilding(walker: Walker): Promise<void> {
  await happening(walker);
  const machine = RebuildMachine.here(rebuildMachinePlace(walker.stack.local));
  const execution = await machine.start('ledger_activity');
  while ((await machine.ended(execution)) === undefined) await sleep(100);
  machine.close();
}

const reading: Walk = ({ stack }) =>
  Promise.all(Object.values(stack.local.origins).map((origin) => fetch(`${origin}/openapi.json`)));

// What happens on a stream happens by itself, a moment later.
const happening: Walk = ({ caller }) =>
  caller.call('createAccount', {
    body: { customer_id: 'c', product_id: 'p', name: 'n', currency: 'EUR' },
  });

// The publisher starts what was accepted.
async function accepting(walker: Walker): Promise<void> {
  await happening(walker);
  await exporting(walker);
  await importing(walker);
}

// A reversal is held against what it reverses.
async function verifying({ stack, caller, holdings }: Walker): Promise<void> {
  for (const request of holdings.adjustments) await approveAdjustment(caller, request);
  await stack.local.functions.invoke('test-verify-books', {});
}

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
  'verify-books': verifying,
  'project-events': happening,
  'publish-events': accepting,
  'list-legacy-batch-rejections': importing,
  'request-scheduled-export': scheduling,
  'begin-projection-rebuild': rebuilding,
  'fill-projection-segment': rebuilding,
  'swap-projection': rebuilding,
  'retire-projection': rebuilding,
  'sweep-projection': rebuilding,
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
  'fail-ended-batch': breakingOff,
  [`${MACHINES}regulatory-export`]: exporting,
  [`${MACHINES}legacy-import`]: importingAll,
  [SCHEDULER]: scheduling,
  [`${MACHINES}rebuild-projection`]: rebuilding,
};

function operationOf(principal: string): OperationName | undefined {
  const name = principal.replace(STAGE, '');
  if (background[name]) return undefined;
  return (Object.keys(operations) as OperationName[]).find((one) => kebab(one) === name);
}

/** Whether it is walked through by calls of itself alone. */
export function isOfOperation(principal: string): boolean {
  return operationOf(principal) !== undefined;
}

/** What takes every way through a function, or has a state machine call all that it may. */
export function walkThrough(principal: string): Walk {
  const name = principal.replace(STAGE, '');
  const operation = operationOf(principal);
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
