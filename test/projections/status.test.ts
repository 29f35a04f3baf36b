// What the status of a tenant shows after a rebuild, which finds in the table what the stream has not brought to the other
// read models yet, and after more failures than it lists.
import type { DynamoDBRecord } from 'aws-lambda';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rebuildProjection } from '../../functions/projections/rebuild/rebuild.ts';
import type { Store } from '../../functions/ledger/store/store.ts';
import { readStatus } from '../../functions/ledger/projections/status.ts';
import { buildReceipt } from '../support/contract/product-events.ts';
import {
  consumeRecords,
  projectReceipts,
  toStreamRecords,
} from '../support/projections/projections.ts';
import { startStoredLedger } from '../support/projections/tables.ts';
import type { StoredLedger } from '../support/projections/tables.ts';
import { credit, openAccount } from '../support/stack/ledger.ts';
import type { TestLedger } from '../support/stack/ledger.ts';

let rig: StoredLedger;
let ledger: TestLedger;
let store: Store;
beforeAll(async () => {
  rig = await startStoredLedger();
  ({ ledger, store } = rig);
});
afterAll(() => rig.stop());

const rebuildOptions = { segments: 2, report: () => undefined, graceMs: 0 };

interface LagOfProjection {
  readonly projection_name: string;
  readonly lag_seconds: number;
}

/** The projections that are behind. */
async function listLate(): Promise<string[]> {
  const projections: LagOfProjection[] = (await ledger.call('getProjectionStatus')).body;
  return projections
    .filter(({ lag_seconds }) => lag_seconds > 0)
    .map(({ projection_name }) => projection_name);
}

test('a rebuild of one read model does not hide the lag of the others', async () => {
  const account = await openAccount(ledger);
  await projectReceipts(ledger);
  expect(await listLate()).toEqual([]);
  await ledger.call('postJournalEntry', { body: credit(account, '1.00') });
  const late = await listLate();
  expect(late).toEqual(expect.arrayContaining(['ledger_activity', 'general_ledger']));

  await rebuildProjection(store, 'ledger_activity', rebuildOptions);

  expect(await listLate()).toEqual(late.filter((name) => name !== 'ledger_activity'));
  await projectReceipts(ledger);
  expect(await listLate()).toEqual([]);
});

const TENANT = 'crowded';
const LISTED_MAX = 500;

/** Receipts that each publish a product, as the stream brings them. */
const records = toStreamRecords(
  Array.from({ length: LISTED_MAX + 5 }, (_, index) => {
    const id = `product-${index}`;
    const product = { id, type: 'CURRENT', config: {}, version: 1, updated_at: '2026-11-20' };
    return buildReceipt(
      { type: 'product.published', aggregateId: id, version: 1 },
      product,
      TENANT,
    );
  }),
);

function damage(record: DynamoDBRecord): DynamoDBRecord {
  const damaged = structuredClone(record);
  Object.assign(damaged.dynamodb?.NewImage ?? {}, { answer: { B: 'AAAA' } });
  return damaged;
}

async function readProgress(name = 'product_publication') {
  const { body } = await ledger.call('getProjectionStatus', { tenant: TENANT });
  return body.find((one: { projection_name: string }) => one.projection_name === name);
}

test('counts up to five hundred, and shows that there are more until the rebuild has them', async () => {
  await consumeRecords(records.slice(0, LISTED_MAX).map(damage));
  const full = await readProgress();
  await consumeRecords(records.slice(LISTED_MAX).map(damage));
  const overfull = await readProgress();
  // All that are listed come again, and can be applied.
  await consumeRecords(records.slice(0, LISTED_MAX));
  const rest = await readProgress();
  await rebuildProjection(store, 'product_publication', rebuildOptions);

  expect(full.failing_events).toBe(LISTED_MAX);
  expect(overfull.failing_events).toBe(LISTED_MAX + 1);
  expect(rest.failing_events).toBe(1);
  expect(rest.lag_seconds).toBeGreaterThan(0);
  expect(await readProgress()).toMatchObject({ failing_events: 0, lag_seconds: 0 });
  // Each projection lacks them until its own rebuild.
  expect(await readProgress('loan_activity')).toMatchObject({ failing_events: 1 });
});

test('a status that is full has few reasons, so that it fits into its record', async () => {
  await consumeRecords(records.map(damage));
  const { failing } = await readStatus(store, TENANT);

  const reasons = Object.values(failing).filter(({ reason }) => reason !== '');
  expect(Object.keys(failing)).toHaveLength(LISTED_MAX);
  expect(reasons.length).toBe(100);
});
