import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Item } from '../../functions/ledger/store/item.ts';
import { deleteItems } from '../../functions/ledger/projections/segments.ts';
import type { Store } from '../../functions/ledger/store/store.ts';
import { readControl } from '../../functions/ledger/projections/generations.ts';
import { readLedgerLines } from '../../functions/ledger/projections/general-ledger-lines.ts';
import { toPageRequest } from '../../functions/ledger/store/pages.ts';
import {
  readTieOut,
  readTrialBalance,
} from '../../functions/ledger/projections/general-ledger-reads.ts';
import { rebuildProjection } from '../../functions/projections/rebuild/rebuild.ts';
import type { RebuildCounts } from '../../functions/projections/rebuild/rebuild.ts';
import {
  startRebuild,
  fillSegment,
  swapGenerations,
} from '../../functions/projections/rebuild/rebuild-steps.ts';
import type { Rebuild } from '../../functions/projections/rebuild/rebuild-steps.ts';
import { buildEntryBody } from '../../tools/samples/request-bodies.ts';
import { publishProduct } from '../support/fixtures/products.ts';
import { credit, openAccount, startLedger } from '../support/stack/ledger.ts';
import type { TestLedger } from '../support/stack/ledger.ts';
import { createHistory } from '../support/projections/projected-history.ts';
import { openTestStore, readRecords } from '../support/projections/tables.ts';
import {
  consumeRecords,
  projectReceipts,
  readReceipts,
  toStreamRecords,
} from '../support/projections/projections.ts';
import { readAllItems, openDirectClient } from '../support/stack/tables.ts';

const client = openDirectClient();
let ledger: TestLedger;
let store: Store;
beforeAll(async () => {
  ledger = await startLedger();
  store = openTestStore(ledger);
  await createHistory(ledger);
  await projectReceipts(ledger);
});
afterAll(async () => {
  client.destroy();
  await ledger.stop();
});

const NAME = 'ledger_activity';

const generations = async () => (await readControl(store)).projections[NAME];

const records = (number: number) =>
  readRecords({ client, table: ledger.tables.projections, tenant: 'acme' }, NAME, number);

const served = async () => records((await generations()).active);

const run = (report: (progress: RebuildCounts) => void = () => undefined) =>
  rebuildProjection(store, NAME, { segments: 4, report, graceMs: 0 });

async function beginRebuild(segments: number): Promise<Rebuild> {
  const rebuilding = await startRebuild(store, NAME, segments);
  if (!rebuilding) throw new Error('an earlier one is not ended');
  return rebuilding;
}

const status = async () =>
  (await ledger.call('getProjectionStatus')).body.find(
    (one: { projection_name: string }) => one.projection_name === NAME,
  );

async function post(): Promise<string> {
  const account = await openAccount(ledger);
  return (await ledger.call('postJournalEntry', { body: credit(account, '1.00') })).body.id;
}

test('a rebuild gives the same records as the stream', async () => {
  const before = await served();
  const { active } = await generations();

  const progress = await run();

  const receipts = (await readAllItems(ledger.tables.receipts)).length;
  const whole = { segments: 4, segmentsDone: 4, receipts, failed: 0 };
  expect(progress).toEqual({ generation: active + 1, ...whole });
  expect(Object.keys(before)).toHaveLength(12);
  expect(await served()).toEqual(before);
  expect(await records(active)).toEqual({});
  expect(await generations()).toEqual({ active: active + 1 });
});

test('builds the projection from nothing, and leaves no lag', async () => {
  const before = await served();
  await deleteItems(store, await readAllItems(ledger.tables.projections));
  const late = await status();

  await run();

  expect(late.lag_seconds).toBeGreaterThan(0);
  expect((await status()).lag_seconds).toBe(0);
  expect(await served()).toEqual(before);
});

test('the old generation stays active meanwhile, and new events go to both', async () => {
  const { active } = await generations();
  await startRebuild(store, NAME, 4);

  const entry = await post();
  await projectReceipts(ledger);

  const [old, next] = [await records(active), await records(active + 1)];
  expect(old[entry]).toBeDefined();
  expect(next[entry]).toEqual(old[entry]);
  expect((await generations()).active).toBe(active);
  await run();
  expect(await served()).toEqual(old);
});

test('ends the same when interrupted after any page and repeated', async () => {
  const before = await served();
  const { active } = await generations();
  for (const cutAfter of [1, 2, 3, 4]) {
    let reports = 0;
    const cut = run(() => {
      reports += 1;
      if (reports === cutAfter) throw new Error('cut off');
    });
    await expect(cut).rejects.toThrow('cut off');
  }

  const { generation } = await run();

  expect(generation).toBe(active + 1);
  expect(await served()).toEqual(before);
});

test('after an interruption behind the swap, the next run first deletes the remains', async () => {
  const before = await served();
  const rebuilding = await beginRebuild(1);
  await fillSegment(store, rebuilding, 0, () => true);
  await swapGenerations(store, rebuilding);
  const { retiring } = await generations();

  await run();

  expect(retiring).toBe(rebuilding.generation - 1);
  expect(await records(rebuilding.generation - 1)).toEqual({});
  expect(await served()).toEqual(before);
});

test.each([
  ['audit_events', 'AUD', 50],
  ['versions', 'VER', 2],
] as const)(
  'a rebuild of %s gives those of the stream, and deletes the old ones',
  async (...of) => {
    const [name, kind, least] = of;
    for (const id of ['rebuilt', 'rebuilt']) await publishProduct(ledger, id);
    await projectReceipts(ledger);
    const itemsOf = async (generation: number) =>
      (await readAllItems(ledger.tables.projections))
        .filter(({ PK }) => PK.startsWith(`T#acme#${kind}#G${generation}#`))
        .map((item) => [item.PK.replace(/#G\d+#/, '#'), item.SK, item]);
    const before = await itemsOf(1);

    const { generation } = await rebuildProjection(store, name, {
      segments: 4,
      report: () => undefined,
      graceMs: 0,
    });

    expect(before.length).toBeGreaterThanOrEqual(least);
    const bare = (items: typeof before) =>
      items.map(([PK, SK, item]) => ({ ...Object(item), PK, SK }));
    const order = (one: { PK: string; SK: string }, other: { PK: string; SK: string }) =>
      one.PK + one.SK < other.PK + other.SK ? -1 : 1;
    expect(bare(await itemsOf(generation)).toSorted(order)).toEqual(bare(before).toSorted(order));
    expect(await itemsOf(1)).toEqual([]);
  },
);

test('does not swap in an incomplete generation', async () => {
  const rebuilding = await beginRebuild(2);
  await fillSegment(store, rebuilding, 0, () => true);

  await expect(swapGenerations(store, rebuilding)).rejects.toThrow('1 of 2 segments are read');
  await run();
});

test('two concurrent rebuilds end in one complete generation', async () => {
  const before = await served();

  await Promise.all([run(), run()]);

  expect(await served()).toEqual(before);
  const left = await readAllItems(ledger.tables.projections);
  expect(left.filter(({ PK }) => PK.includes(`#PRJ#${NAME}#`))).toHaveLength(
    Object.keys(before).length,
  );
});

const LEDGER = 'general_ledger';

/** The balances of the general ledger, the tie-out and the lines of each code, read by a new reader. */
async function readLedger() {
  const reader = openTestStore(ledger);
  const session = { ...READER, store: reader };
  const { items, totals, oldest } = await readTrialBalance(session, PERIOD, 1_000);
  const { items: tied } = await readTieOut(session, PERIOD, 1_000);
  const codes = [...new Set(items.map(({ accountCode }) => accountCode))];
  const lines = await Promise.all(
    codes.map((code) =>
      readLedgerLines(session, code, PERIOD, toPageRequest({ limit: 1_000 }, undefined)),
    ),
  );
  reader.documents.destroy();
  const pages = lines.map((page) => ({ items: page.items, balances: page.balances }));
  return { records: { items, totals, tied, pages }, oldest };
}

const READER = { tenant: 'acme', actor: 'ada', correlationId: 'test', operation: 'test' };
const PERIOD = { to: '2999-12-31' };

const listLedgerItems = async () =>
  (await readAllItems(ledger.tables.projections)).filter(({ PK }) =>
    PK.includes(`#PRJ#${LEDGER}#`),
  );

const rebuildLedger = () =>
  rebuildProjection(store, LEDGER, { segments: 4, report: () => undefined, graceMs: 0 });

test('a rebuilt general ledger has the same balances, differences and lines, and nothing of the old one', async () => {
  const loose = buildEntryBody('3.00', ['1000', 'CUSTOMER_DEPOSITS'], []);
  await ledger.call('postJournalEntry', { body: { ...loose, currency: 'EUR' } });
  await projectReceipts(ledger);
  const { records: before } = await readLedger();

  const { generation } = await rebuildLedger();

  expect(before.items.length).toBeGreaterThan(4);
  expect(before.tied).toContainEqual(expect.objectContaining({ difference: -300n }));
  expect((await readLedger()).records).toEqual(before);
  const others = (await listLedgerItems()).filter(
    ({ PK }) => !`${PK}#`.includes(`#PRJ#${LEDGER}#G${generation}#`),
  );
  expect(others).toEqual([]);
});

test('a general ledger without the start of the journal is late until it is rebuilt', async () => {
  await projectReceipts(ledger);
  const { records: before } = await readLedger();
  await deleteItems(store, await listLedgerItems());
  await consumeRecords(toStreamRecords((await readReceipts(ledger)).slice(-1)));
  const late = await readLedger();

  await rebuildLedger();

  expect(late.oldest).toBeLessThan(Date.now());
  expect(await readLedger()).toEqual({ records: before, oldest: Infinity });
});

test('an event that the rebuild has applied no longer fails', async () => {
  const entry = await post();
  const posted = (await readReceipts(ledger)).slice(-1);
  const [record] = toStreamRecords(posted);
  Object.assign(record?.dynamodb?.NewImage ?? {}, { answer: { B: 'AAAA' } });
  await consumeRecords(record ? [record] : []);
  const failing = await status();

  await run();

  expect(failing.failing_events).toBe(1);
  expect(await status()).toMatchObject({ failing_events: 0, lag_seconds: 0 });
  expect((await served())[entry]).toBeDefined();
});

test('reports an event that cannot be applied and keeps it listed', async () => {
  const [receipt] = await readReceipts(ledger);
  const broken = { ...receipt, PK: 'T#acme#RCP#broken-receipt', answer: Buffer.from('AAAA') };
  await client.send(new PutCommand({ TableName: ledger.tables.receipts, Item: broken }));
  await consumeRecords(toStreamRecords([broken as Item]));

  const { failed } = await run();

  expect(failed).toBe(1);
  expect((await status()).failing_events).toBe(1);
});
