// The nightly verification on the running template: its state machine finds damage, and continues after its segments
// failed, after a restart and after another execution has taken it over.
import { setTimeout as sleep } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isObject } from '../../local/cloudformation/template.ts';
import type { Json, JsonObject } from '../../local/cloudformation/template.ts';
import type { IamGrant } from '../../local/iam/iam-enforcer.ts';
import { keys } from '../../functions/ledger/store/keys.ts';
import { openObjectLockBucket } from '../../functions/artifacts/object-lock-bucket.ts';
import type { ObjectLockBucket } from '../../functions/artifacts/object-lock-bucket.ts';
import {
  describeObject,
  readWholeObject,
  writeWorkObject,
} from '../../functions/artifacts/objects.ts';
import type { RunPlan } from '../../functions/verification/segments/run-plan.ts';
import { buildLedgerConnection } from '../../commands/verification/connect.ts';
import { whileDamaged } from '../support/scenarios/system/while-damaged.ts';
import { requireEnforcer } from '../support/scenarios/grants.ts';
import { credit } from '../support/stack/ledger.ts';
import {
  runNightlyVerification,
  startNightlyVerification,
  waitForVerification,
} from '../support/scenarios/system/nightly-verification.ts';
import { startTestStack } from '../support/stack/stack.ts';
import type { TestStack } from '../support/stack/stack.ts';

let stack: TestStack;
let account: string;
beforeAll(async () => {
  stack = await startTestStack({ keepsData: true });
  const terms = { customer_id: 'cus-1', product_id: 'current', name: 'Ada', currency: 'EUR' };
  account = (await stack.post('/api/accounts', terms)).body.id;
  await stack.post('/api/journal-entries', credit(account, '12.50'));
});
afterAll(() => stack.stop());
const CHECKED = { accounts: 1, account_entries: 1, journal_entries: 1, receipts: 2 };
const SOUND = { isSound: true, isFinished: true, differenceCount: 0, tenants: 1 };

const invoke = (task: string, input: object) =>
  stack.local.functions.invoke(`test-${task}`, input as JsonObject);

/** What the alarms count of the newest verdict. */
function readCounts() {
  const lines = stack.readLog('test-conclude-verification').filter((line) => '_aws' in line);
  const { Checked, Differences, Unfinished, service } = lines.at(-1) ?? {};
  return { Checked, Differences, Unfinished, service };
}

async function readVerdict() {
  const token = await stack.token({ scope: 'audit.read' });
  return (await stack.get('/api/system', { token })).body.verification;
}

/** Runs with another balance in the table, and restores the right one. */
const withDamage = <Result>(run: () => Promise<Result>): Promise<Result> =>
  whileDamaged(
    buildLedgerConnection(stack.local),
    { key: keys.balance('acme', account), members: { balance: 9_999n } },
    run,
  );

function openCheckpoints(): ObjectLockBucket {
  const [, name = ''] = /^arn:aws:s3:::([^/]+)/.exec(findWriting().resource) ?? [];
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const place = { endpoint: String(stack.local.s3Endpoint), region: 'us-east-1' };
  const connection = { ...place, credentials, forcePathStyle: true };
  return openObjectLockBucket({ name, lockMode: 'GOVERNANCE' }, connection);
}

async function changePlan(change: (plan: RunPlan) => RunPlan): Promise<void> {
  const bucket = openCheckpoints();
  const plan = await readWholeObject(bucket, 'verification/plan');
  const changed = serialize(change(deserialize(plan ?? Buffer.alloc(0)) as RunPlan));
  await writeWorkObject(bucket, 'verification/plan', changed);
  bucket.client.destroy();
}

/** The permission of the segments to write their checkpoints. */
function findWriting(): IamGrant {
  const found = requireEnforcer(stack)
    .grants()
    .find(
      ({ principal, action }) =>
        principal === 'test-verify-ledger-segment' && action === 's3:PutObject',
    );
  if (!found) throw new Error('Segments have no checkpoints.');
  return found;
}

async function waitForFailure(): Promise<void> {
  while (stack.denials.length === 0) await sleep(50);
}

test('a sound ledger is found sound, and the metrics of the alarms say so', async () => {
  const outcome = await runNightlyVerification(stack.local);

  expect(outcome).toMatchObject({
    status: 'SUCCEEDED',
    next: 'END',
    verdict: { ...SOUND, checked: CHECKED },
  });
  const counts = { Checked: 5, Differences: 0, Unfinished: 0, service: 'countinghouse' };
  expect(readCounts()).toEqual(counts);
  expect(await readVerdict()).toMatchObject({ finished: true, differences: 0 });
});

test('damage is found, logged, counted and shown to its tenant', async () => {
  const outcome = await withDamage(() => runNightlyVerification(stack.local));

  expect(outcome).toMatchObject({
    status: 'SUCCEEDED',
    verdict: { isSound: false, differenceCount: 2 },
  });
  expect(readCounts()).toMatchObject({ Differences: 2, Unfinished: 0 });
  expect(await readVerdict()).toMatchObject({ finished: true, differences: 2 });
  const logged = stack
    .readLog('test-conclude-verification')
    .flatMap(({ difference }) => difference ?? []);
  expect(logged).toContainEqual(expect.objectContaining({ tenant: 'acme', field: 'balance' }));
});

test('segments that fail are repeated', async () => {
  const restore = requireEnforcer(stack).withdraw(findWriting());
  const name = await startNightlyVerification(stack.local);
  await waitForFailure();
  restore();
  const { status, output } = await waitForVerification(stack.local, name);
  stack.denials.length = 0;

  expect(status).toBe('SUCCEEDED');
  expect(JSON.parse(String(output))).toMatchObject({ verdict: SOUND });
});

test('an execution continues after a restart', async () => {
  requireEnforcer(stack).withdraw(findWriting());
  const name = await startNightlyVerification(stack.local);
  await waitForFailure();
  await stack.restart();
  const { status, output } = await waitForVerification(stack.local, name);
  stack.denials.length = 0;

  expect(status).toBe('SUCCEEDED');
  expect(JSON.parse(String(output))).toMatchObject({ verdict: SOUND });
});

async function scanAll(execution: string): Promise<void> {
  for (const segment of [0, 1, 2, 3]) await invoke('verify-ledger-segment', { execution, segment });
}

/** The end of a run whose segments are scanned. */
async function concludeAll(execution: string): Promise<Json> {
  const end = await invoke('conclude-verification', { execution });
  if (!isObject(end) || end.next !== 'SCAN') return end;
  await scanAll(execution);
  return concludeAll(execution);
}

test('another execution takes over the run, and scans no segment again', async () => {
  await invoke('plan-verification', { execution: 'first' });
  const scanned = await invoke('verify-ledger-segment', { execution: 'first', segment: 0 });
  const bucket = openCheckpoints();
  const before = await describeObject(bucket, 'verification/segment-0');
  await invoke('plan-verification', { execution: 'second' });
  const late = await invoke('verify-ledger-segment', { execution: 'first', segment: 1 });
  const unscanned = await invoke('conclude-verification', { execution: 'second' });
  await scanAll('second');
  const after = await describeObject(bucket, 'verification/segment-0');
  bucket.client.destroy();

  expect(scanned).toMatchObject({ isOver: true });
  expect(late).toMatchObject({ isOver: true });
  expect(unscanned).toMatchObject({ next: 'SCAN', segments: [0, 1, 2, 3] });
  expect(after).toEqual(before);
  expect(await invoke('conclude-verification', { execution: 'first' })).toEqual({
    next: 'END',
    execution: 'first',
  });
  expect(await concludeAll('second')).toMatchObject({ next: 'END', verdict: SOUND });
});

test('a run that another version of the code has started is started again', async () => {
  await invoke('plan-verification', { execution: 'first' });
  await changePlan((plan) => ({ ...plan, run: plan.run.replace(/^\["\w+"/, '["other"') }));

  const scanned = await invoke('verify-ledger-segment', { execution: 'first', segment: 0 });
  const concluded = await invoke('conclude-verification', { execution: 'first' });

  expect(scanned).toMatchObject({ isOver: true });
  expect(concluded).toEqual({ next: 'PLAN', execution: 'first' });
  expect(await runNightlyVerification(stack.local)).toMatchObject({ verdict: SOUND });
});

test.each([
  ['whose segments fail', {}, { failure: { Error: 'States.Runtime' } }],
  ['that takes longer than half a day', { startedAt: Date.now() - 12 * 3_600_000 }, {}],
])('a run %s is unfinished, and says what it has found', async (_, identity, input) => {
  await withDamage(async () => {
    await invoke('plan-verification', { execution: 'first' });
    for (const segment of [0, 1, 2]) {
      await invoke('verify-ledger-segment', { execution: 'first', segment });
    }
    await changePlan((plan) => ({ ...plan, identity: { ...plan.identity, ...identity } }));

    const concluded = await invoke('conclude-verification', { execution: 'first', ...input });

    expect(concluded).toMatchObject({
      next: 'FAIL',
      verdict: { isSound: false, isFinished: false },
    });
    expect(readCounts()).toMatchObject({ Unfinished: 1 });
  });
  await runNightlyVerification(stack.local);
  expect(await readVerdict()).toMatchObject({ finished: true });
});
