import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { PROJECTION_NAMES } from '../../../functions/domain/projections/projector.ts';
import { postEntry } from '../../support/fixtures/adjustments.ts';
import { credit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { publishProduct } from '../../support/fixtures/products.ts';
import { agreeLoan } from '../../support/fixtures/loans.ts';
import {
  consumeRecords,
  projectReceipts,
  readReceipts,
  toStreamRecords,
} from '../../support/projections/projections.ts';

let ledger: TestLedger;
let tenant: string;
let made = 0;
beforeEach(async () => {
  ledger ??= await startLedger();
  made += 1;
  tenant = `tenant-${made}`;
});
afterAll(() => ledger.stop());

interface StatusBody {
  readonly projection_name: string;
  readonly lag_seconds: number;
  readonly failing_events: number;
  readonly last_event_id?: string;
  readonly last_occurred_at?: string;
}

async function status(name: string): Promise<StatusBody> {
  const { body } = await ledger.call('getProjectionStatus', { tenant });
  return body.find((one: StatusBody) => one.projection_name === name);
}

async function post(): Promise<string> {
  const account = await openAccount(ledger, { tenant, funds: '1.00' });
  const entry = await ledger.call('postJournalEntry', { tenant, body: credit(account, '1.00') });
  return entry.body.id as string;
}

test('reports no lag for a tenant without events', async () => {
  const { body } = await ledger.call('getProjectionStatus', { tenant });

  expect(body).toEqual(
    PROJECTION_NAMES.map((projection_name) => {
      return { projection_name, lag_seconds: 0, failing_events: 0 };
    }),
  );
});

test('reports the age of the oldest unapplied entry as the lag, and 0 when all are applied', async () => {
  await post();
  await sleep(60);
  const before = await status('ledger_activity');
  await projectReceipts(ledger, tenant);
  const after = await status('ledger_activity');

  expect(before.lag_seconds).toBeGreaterThanOrEqual(0.06);
  expect(before.last_event_id).toBeUndefined();
  expect(after).toMatchObject({ lag_seconds: 0, failing_events: 0 });
});

test('counts an account that no list has yet', async () => {
  await openAccount(ledger, { tenant });

  const before = await status('account_lists');
  await projectReceipts(ledger, tenant);

  expect(before.lag_seconds).toBeGreaterThan(0);
  expect((await status('account_lists')).lag_seconds).toBe(0);
});

test('counts a loan that has not been disbursed yet', async () => {
  await agreeLoan(ledger, { tenant });

  const before = await status('loan_activity');
  await projectReceipts(ledger, tenant);

  expect(before.lag_seconds).toBeGreaterThan(0);
  expect((await status('loan_activity')).lag_seconds).toBe(0);
});

async function publish(id: string): Promise<void> {
  await publishProduct(ledger, id, {}, { tenant });
}

test('reports a lag for a product whose event is late although a later one of another is applied', async () => {
  await publish('late');
  await sleep(20);
  await publish('punctual');
  const [late, punctual] = toStreamRecords(await readReceipts(ledger, tenant));
  if (!late || !punctual) throw new Error('too few receipts');

  await consumeRecords([punctual]);
  const before = await status('product_publication');
  await consumeRecords([late]);

  expect(before.lag_seconds).toBeGreaterThan(0.02);
  expect((await status('product_publication')).lag_seconds).toBe(0);
});

// A clock that steps back between the two times that an operation reads.
test('reports no lag for an applied product that is newer than its receipt', async () => {
  await publish('stepped');
  const receipts = await readReceipts(ledger, tenant);
  const earlier = new Date(Date.now() - 140_000).toISOString();

  await consumeRecords(toStreamRecords(receipts.map((one) => ({ ...one, at: earlier }))));

  expect((await status('product_publication')).lag_seconds).toBe(0);
});

test('reports the newest applied event of the projection as the checkpoint', async () => {
  await post();
  await projectReceipts(ledger, tenant);
  const [newest] = (await readReceipts(ledger, tenant)).toReversed();
  const [event] = (newest?.['events'] ?? []) as { id: string }[];

  const ledgerStatus = await status('ledger_activity');

  expect(ledgerStatus).toMatchObject({
    last_event_id: event?.id,
    last_occurred_at: newest?.['at'],
  });
  expect((await status('loan_activity')).last_event_id).toBeUndefined();
});

test('reports a lag until a failing event is applied', async () => {
  await post();
  const [, first, second] = toStreamRecords(await readReceipts(ledger, tenant));
  if (!first || !second) throw new Error('too few receipts');
  const broken = structuredClone(first);
  Object.assign(broken.dynamodb?.NewImage ?? {}, { answer: { B: 'AAAA' } });

  const { batchItemFailures } = await consumeRecords([broken, second]);
  await sleep(30);
  const failing = await status('ledger_activity');
  await consumeRecords([first]);
  const mended = await status('ledger_activity');

  expect(batchItemFailures).toEqual([{ itemIdentifier: first.dynamodb?.SequenceNumber }]);
  expect(failing.failing_events).toBe(1);
  expect(failing.lag_seconds).toBeGreaterThan(0.02);
  expect(mended).toMatchObject({ failing_events: 0, lag_seconds: 0 });
});

test('shows operators nothing of another tenant', async () => {
  await postEntry(ledger, credit(await openAccount(ledger), '1.00'));
  await projectReceipts(ledger);

  expect((await status('ledger_activity')).last_event_id).toBeUndefined();
});
