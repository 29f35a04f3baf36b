// A rebuild of more receipts than a page of a scan has.
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildSegmentKey, readControl } from '../../functions/ledger/projections/generations.ts';
import { writeSegment } from '../../functions/ledger/projections/segments.ts';
import { fillSegment, startRebuild } from '../../functions/projections/rebuild/rebuild-steps.ts';
import { rebuildProjection } from '../../functions/projections/rebuild/rebuild.ts';
import { openTestStore, readRecords } from '../support/projections/tables.ts';
import { projectReceipts, readReceipts } from '../support/projections/projections.ts';
import { openAccount, startLedger } from '../support/stack/ledger.ts';
import type { TestLedger } from '../support/stack/ledger.ts';
import { openDirectClient } from '../support/stack/tables.ts';

const NAME = 'ledger_activity';
/** So that three of them fill a page of a megabyte. */
const PADDING = 'x'.repeat(380_000);
const COPIES = 12;

const client = openDirectClient();
let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
  await openAccount(ledger, { funds: '1.00' });
  await projectReceipts(ledger);
  const [receipt] = await readReceipts(ledger);
  // Each applies the same event again, which changes nothing.
  for (let copy = 0; copy < COPIES; copy += 1) {
    const Item = { ...receipt, PK: `${receipt?.PK}-${copy}`, padding: PADDING };
    await client.send(new PutCommand({ TableName: ledger.tables.receipts, Item }));
  }
});
afterAll(async () => {
  client.destroy();
  await ledger.stop();
});

const readServed = async () => {
  const { active } = (await readControl(openTestStore(ledger))).projections[NAME];
  const table = ledger.tables.projections;
  return readRecords({ client, table, tenant: 'acme' }, NAME, active);
};

test('reads one page after the other, and continues after the last one that it has stored', async () => {
  const store = openTestStore(ledger);
  const before = await readServed();
  const rebuilding = await startRebuild(store, NAME, 1);
  if (!rebuilding) throw new Error('An earlier rebuild has not ended.');
  const readPage = () => {
    let pages = 0;
    return fillSegment(store, rebuilding, 0, () => (pages += 1) === 1);
  };

  const first = await readPage();
  const second = await readPage();
  const key = buildSegmentKey(rebuilding, 0);
  const isSetBack = await writeSegment(store, key, { seen: first, next: first });
  const counts: number[] = [];
  const { receipts, failed } = await rebuildProjection(store, NAME, {
    segments: 1,
    report: (progress) => counts.push(progress.receipts),
    graceMs: 0,
  });

  expect([first.isDone, second.isDone, isSetBack]).toEqual([false, false, false]);
  expect(second.receipts).toBeGreaterThan(first.receipts);
  expect(counts.length).toBeGreaterThan(1);
  expect(counts[0]).toBeGreaterThan(second.receipts);
  expect({ receipts, failed }).toEqual({
    receipts: (await readReceipts(ledger)).length,
    failed: 0,
  });
  expect(await readServed()).toEqual(before);
});
