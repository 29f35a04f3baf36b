// Scenarios of every function of the running template. They call the functions of operations directly, without
// the gateway, and cause the work of all other functions.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { APIGatewayProxyResult } from 'aws-lambda';
import * as oidc from 'openid-client';
import { toKebabCase, operations } from '../../../functions/operations/operations.ts';
import type { OperationName } from '../../../functions/operations/operations.ts';
import { buildSchedulesConnection } from '../../../commands/administration/connect.ts';
import {
  buildScheduleInput,
  clearSchedule,
  openLocalSchedules,
  setSchedule,
} from '../../../commands/administration/schedules.ts';
import {
  RebuildMachine,
  buildRebuildMachineConnection,
} from '../../../commands/projections/rebuild-machine.ts';
import { buildAccountBody } from '../../../tools/samples/request-bodies.ts';
import {
  READ_EVERY_MS,
  approveLedgerRequest,
  requestPeriodChange,
  waitForClosing,
} from '../accounting-periods/closings.ts';
import { proveUnsealed, runSealing } from '../evidence/deployed-sealing.ts';
import { requestExport } from '../fixtures/batches/batches.ts';
import { PRESENT_PERIOD } from '../fixtures/periods.ts';
import {
  buildImportRequest,
  requestImport,
  buildUploadRequest,
} from '../fixtures/batches/imports.ts';
import { toCallAnswer, buildEvent } from '../stack/ledger.ts';
import type { OperationCaller } from '../stack/ledger.ts';
import { discover, signIn } from '../stack/relying-party.ts';
import type { SignedInStack } from '../stack/signed-in-stack.ts';
import type { Scenario, ScenarioContext } from './system/deployed-scenario.ts';
import { startCold } from './system/cold-start.ts';
import { runKeyRotation } from './system/key-rotation.ts';
import { refuseTask } from './system/refused-tasks.ts';
import { runVerification } from './system/scenario-verification.ts';
import { scenarios } from './scenarios.ts';
import { runWebhook } from './webhooks/sent-webhook.ts';

const STAGE = 'test-';
const SCHEDULER = 'arn:aws:iam::000000000000:role/countinghouse-test-scheduler-us-east-1';
const DAY_MS = 86_400_000;
const REPEATED_MAX = 5;
const FIRST_CLOSED_YEAR = 1900;
const MACHINES = 'arn:aws:states:us-east-1:000000000000:stateMachine:test-';

const RETRYABLE: ReadonlySet<unknown> = new Set(['contention', 'outcome_unknown']);

/** The operations of the running template, called by the tenant as the gateway calls them. */
export function buildDeployedCaller({ local }: SignedInStack, tenant: string): OperationCaller {
  return {
    async call(name, options = {}) {
      const event = buildEvent(name, { tenant, ...options });
      // With the same key, as the contract says: on a busy machine the store may refuse every attempt of a request, or
      // not answer in time.
      for (let repeated = 0; ; repeated += 1) {
        const result = await local.functions.invoke(`${STAGE}${toKebabCase(name)}`, event);
        const answer = toCallAnswer(result as unknown as APIGatewayProxyResult);
        if (!RETRYABLE.has(answer.body?.code) || repeated === REPEATED_MAX) return answer;
        await sleep(1_000);
      }
    },
  };
}

// Exports of a period that has postings; a FEC also reads the chart of accounts.
async function runExport({ caller }: ScenarioContext): Promise<void> {
  for (const legal_basis_code of ['BANKING-ACT-24', 'FEC-552100554']) {
    const { batchId } = await requestExport(caller, { ...PRESENT_PERIOD, legal_basis_code });
    await waitForCompletion(caller, batchId);
  }
}

const FILE = 'customer_id,product_id,name,currency\nc,p,n,EUR\nc,p,n,euro\n';

// An import of an account of the chart that is part of a stored one.
async function runChartImport({ caller, records }: ScenarioContext): Promise<void> {
  const file = `code,name,type,parent\n4711,Part,ASSET,${records.ledgerAccount}\n`;
  const request = buildImportRequest(file, { record_type: 'GENERAL_LEDGER_ACCOUNT' });
  const { batchId } = await requestImport(caller, request);
  await waitForCompletion(caller, batchId);
}

// Two imports of a file with a valid and an invalid row: one contains the file in its request, the other gets it
// only after the first check whether it has arrived.
async function runImport(context: ScenarioContext): Promise<void> {
  const { caller } = context;
  await runChartImport(context);
  const inline = await requestImport(caller, buildImportRequest(FILE));
  const { batchId, upload } = await requestImport(caller, buildUploadRequest(FILE));
  const { url, method, headers } = upload;
  await sleep(1_000);
  const answer = await fetch(url, { method, headers, body: FILE });
  if (!answer.ok) throw new Error(await answer.text());
  await waitForCompletion(caller, batchId);
  await waitForCompletion(caller, inline.batchId);
  await caller.call('listLegacyBatchRejections', { path: { batchId } });
}

// An import that fails, because its file has another checksum than the declared one.
async function runCorruptImport({ caller }: ScenarioContext): Promise<void> {
  const declared = { checksum_sha256: '0'.repeat(64) };
  const { batchId } = await requestImport(caller, buildImportRequest('a\n', { file: declared }));
  await waitForCompletion(caller, batchId);
}

// The execution of an import is aborted while it waits for its file.
async function abortExecution({ stack, caller, tenant }: ScenarioContext): Promise<void> {
  const { batchId } = await requestImport(caller, buildUploadRequest(FILE));
  const detail = { status: 'ABORTED', input: JSON.stringify({ tenant, batchId }) };
  await stack.local.functions.invoke(`${STAGE}fail-ended-batch`, { detail });
}

// The schedule requests the same month twice, as it does when the first answer is lost.
async function runSchedule({ stack, tenant }: ScenarioContext): Promise<void> {
  const { scheduler } = stack.local;
  const schedules = openLocalSchedules(buildSchedulesConnection(stack.local));
  const due = new Date(Date.now() + 40 * DAY_MS);
  for (let count = 0; count < 2; count += 1) {
    await setSchedule(schedules, tenant, { legalBasisCode: 'X', retentionYears: 10 });
    await scheduler.callDue(due);
  }
  await clearSchedule(schedules, tenant);
  schedules.client.destroy();
  await expect(fireLate({ stack, tenant })).rejects.toThrow('is not after today');
}

// A month so long ago that nothing would be locked.
function fireLate({ stack, tenant }: Pick<ScenarioContext, 'stack' | 'tenant'>) {
  const schedule = { legalBasisCode: 'X', retentionYears: 1 };
  const input = buildScheduleInput(tenant, schedule);
  const due = input.replace('<aws.scheduler.scheduled-time>', '2019-03-03T03:17:00Z');
  return stack.local.functions.invoke(`${STAGE}request-scheduled-export`, JSON.parse(due));
}

// Scenarios run at the same time: each closes a period of its own.
let closings = 0;
async function approveClosing({ caller }: ScenarioContext) {
  closings += 1;
  const period = `${FIRST_CLOSED_YEAR + closings}-01`;
  const { id: batchId } = await requestPeriodChange(caller, 'close', period);
  await approveLedgerRequest(caller, batchId);
  return { period, batchId };
}

// The publisher starts the execution of each approved closing.
async function runClosing(context: ScenarioContext): Promise<void> {
  await waitForClosing(context.caller, (await approveClosing(context)).period);
}

async function failClosing(context: ScenarioContext): Promise<void> {
  const { stack, tenant } = context;
  const { batchId } = await approveClosing(context);
  const failure = { Error: 'BatchFailure', Cause: '{"errorMessage":"late"}' };
  await stack.local.functions.invoke(`${STAGE}fail-period-close`, { tenant, batchId, failure });
}

async function abortClosing(context: ScenarioContext): Promise<void> {
  const { stack, tenant } = context;
  const { batchId } = await approveClosing(context);
  const detail = { status: 'ABORTED', input: JSON.stringify({ tenant, batchId }) };
  await stack.local.functions.invoke(`${STAGE}fail-ended-period-close`, { detail });
}

// A rebuild that has records of the old generation to sweep.
async function runRebuild(context: ScenarioContext): Promise<void> {
  await createEvent(context);
  const machine = RebuildMachine.here(buildRebuildMachineConnection(context.stack.local));
  for (const name of ['ledger_activity', 'general_ledger', 'audit_events', 'versions'] as const) {
    const execution = await machine.start(name);
    while ((await machine.ended(execution)) === undefined) await sleep(100);
  }
  machine.close();
}

const readApis: Scenario = ({ stack }) =>
  Promise.all(Object.values(stack.local.origins).map((origin) => fetch(`${origin}/openapi.json`)));

// The stream passes the event to its consumers a moment later.
const createEvent: Scenario = ({ caller }) =>
  caller.call('createAccount', { body: buildAccountBody() });

async function runSignIn({ stack }: ScenarioContext): Promise<void> {
  const config = await discover(stack.authUrl, 'console');
  const { tokens, refreshToken, browser } = await signIn(config);
  await oidc.refreshTokenGrant(config, refreshToken);
  await browser.open(`${stack.authUrl}/account`);
  const question = await browser.open(
    oidc.buildEndSessionUrl(config, { id_token_hint: tokens.id_token ?? '' }),
  );
  await browser.submit(question, { logout: 'yes' });
}

// With a fresh token, of which the gateway has no answer.
async function callAsOperator({ stack }: ScenarioContext): Promise<void> {
  const { tokens } = await signIn(await discover(stack.authUrl, 'console'));
  await stack.get('/api/accounts', { token: tokens.access_token });
}

/** Scenarios by the names of functions, without the stage, and by the ARNs of other principals. */
const background: Record<string, readonly Scenario[]> = {
  authorize: [callAsOperator],
  // Containers read their keys when they start.
  'serve-identity': [startCold('serve-identity'), runSignIn],
  'rotate-identity-keys': [runKeyRotation],
  'reference-ledger': [readApis],
  'reference-workbench': [readApis],
  'reference-identity': [readApis],
  // Before its set-up, which is not its own: it reads its secret, and all else over the APIs.
  'run-canary': [({ stack }) => stack.local.functions.invoke(`${STAGE}run-canary`, {})],
  'verify-books': [runVerification],
  'plan-verification': [runVerification],
  'verify-ledger-segment': [runVerification],
  'conclude-verification': [runVerification],
  'seal-receipts': [startCold('seal-receipts'), runSealing],
  'project-events': [createEvent],
  // The publisher starts the execution of each accepted batch.
  'publish-events': [createEvent, runExport, runImport, runWebhook],
  'deliver-webhooks': [runWebhook],
  'retry-webhooks': [runWebhook],
  'list-legacy-batch-rejections': [runImport],
  'request-scheduled-export': [runSchedule],
  'begin-projection-rebuild': [runRebuild],
  'fill-projection-segment': [runRebuild],
  'swap-projection': [runRebuild],
  'retire-projection': [runRebuild],
  'sweep-projection': [runRebuild],
  'begin-regulatory-export': [runExport, refuseTask('begin-regulatory-export')],
  'plan-regulatory-export': [runExport],
  'write-export-slice': [runExport],
  'cover-regulatory-export': [runExport],
  'assemble-regulatory-export': [runExport],
  'complete-regulatory-export': [runExport, refuseTask('complete-regulatory-export')],
  'await-legacy-import': [runImport],
  'receive-legacy-import': [runImport, refuseTask('receive-legacy-import')],
  'validate-legacy-import': [runImport],
  'assemble-legacy-import': [runImport],
  'complete-legacy-import': [runImport],
  'sum-period-entries': [runClosing],
  'complete-period-close': [runClosing],
  'fail-period-close': [failClosing],
  'fail-ended-period-close': [abortClosing],
  'fail-batch': [runCorruptImport, refuseTask('fail-batch')],
  'fail-ended-batch': [abortExecution],
  [`${MACHINES}regulatory-export`]: [runExport],
  [`${MACHINES}legacy-import`]: [runImport, runCorruptImport],
  [`${MACHINES}period-close`]: [runClosing, failClosing],
  [SCHEDULER]: [runSchedule],
  [`${MACHINES}rebuild-projection`]: [runRebuild],
  [`${MACHINES}verify-ledger`]: [runVerification],
};

/** What a fixed list of calls of an operation cannot do. */
const besides: Partial<Record<OperationName, Scenario>> = { getEvidenceProof: proveUnsealed };

function findOperation(principal: string): OperationName | undefined {
  const name = principal.replace(STAGE, '');
  if (background[name]) return undefined;
  return (Object.keys(operations) as OperationName[]).find(
    (operation) => toKebabCase(operation) === name,
  );
}

/** Whether the principal is the function of an operation, which its own calls exercise. */
export function isOperationPrincipal(principal: string): boolean {
  return findOperation(principal) !== undefined;
}

/** The scenarios that together use all grants of the function, state machine or schedule. */
export function findScenarios(principal: string): readonly Scenario[] {
  const name = principal.replace(STAGE, '');
  const operation = findOperation(principal);
  const known = background[principal] ?? background[name];
  if (known) return known;
  if (!operation) throw new Error(`There is no scenario for ${principal}.`);
  return [
    async (context) => {
      const { caller, records } = context;
      for (const options of scenarios[operation](records)) await caller.call(operation, options);
      await besides[operation]?.(context);
    },
  ];
}

/** Waits until the batch has completed or failed; a busy machine takes its time. */
export async function waitForCompletion({ call }: OperationCaller, batchId: string): Promise<void> {
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const { body } = await call('getLegacyBatch', { path: { batchId } });
    if (['COMPLETED', 'FAILED'].includes(body.status)) return;
    await sleep(READ_EVERY_MS);
  }
  throw new Error(`${batchId} has not ended.`);
}
