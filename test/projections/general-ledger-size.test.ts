// The counters of the general ledger with many codes and much history: reads take a few requests and the
// units of their days.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { chooseEngine } from '../../local/engines/engine.ts';
import type { Item } from '../../functions/ledger/store/item.ts';
import { applyLedgerEvents } from '../../functions/ledger/projections/general-ledger-writes.ts';
import { readShard } from '../../functions/ledger/store/ids.ts';
import { postEntry } from '../support/fixtures/adjustments.ts';
import { countRequests } from '../support/projections/request-counts.ts';
import { buildLedgerEvent } from '../support/projections/ledger-events.ts';
import type { LineBody } from '../support/projections/ledger-events.ts';
import { openTestStore } from '../support/projections/tables.ts';
import {
  buildLedgerItems,
  generateEntries,
} from '../../tools/bench/growth/filled-general-ledger.ts';
import { writeItems } from '../../tools/bench/load/seeded-journal.ts';
import { readAllItems, readEngineEndpoint } from '../support/stack/tables.ts';
import { advanceTime } from '../support/stack/advance-time.ts';
import { asTenant, credit, openAccount, startWatchedLedger } from '../support/stack/ledger.ts';
import type { WatchedLedger } from '../support/stack/ledger.ts';

// DynamoDB Local reports a transaction's capacity wrongly.
const reportsUnits = chooseEngine(process.env['DYNAMODB_ENGINE']) === 'dynoxide';

const WRITE_SHARDS = 4;

let ledger: WatchedLedger;
let tenant: string;
let made = 0;
beforeAll(async () => {
  // What a container caches does not expire while the clock stands.
  advanceTime(0);
  ledger = await startWatchedLedger();
});
beforeEach(() => {
  made += 1;
  tenant = `tenant-${made}`;
});
afterAll(() => ledger.stop());

const compareKeys = (a: Item, b: Item) => (`${a.PK} ${a.SK}` < `${b.PK} ${b.SK}` ? -1 : 1);

const fill = (items: Iterable<Item>) =>
  writeItems({ endpoint: readEngineEndpoint(), table: ledger.tables.projections }, items);

const readBalance = async (query: Record<string, string> = {}) =>
  (await ledger.call('getTrialBalance', { tenant, query: { to: '2030-12-31', ...query } })).body;

const readTieOut = async () =>
  (await ledger.call('getTieOut', { tenant, query: { as_of: '2030-12-31' } })).body.items;

test('500 codes and years of history take one page-sized request for each level', async () => {
  const days = ['2020-05-05', '2025-12-31', '2026-01-01', '2026-10-31', '2026-11-01', '2026-11-22'];
  const codes = Array.from({ length: 500 }, (_, index) => String(1000 + index));
  const events = days.flatMap((date) =>
    Array.from({ length: 25 }, (_, part) => {
      const own = codes.slice(part * 20, part * 20 + 20);
      const lines = own.map((code, index): LineBody => [code, index % 2 === 0 ? 1 : -1]);
      return buildLedgerEvent(lines, { date });
    }),
  );
  await fill(buildLedgerItems({ tenant, generation: 1 }, events));
  await readBalance();

  const read = await countRequests(ledger, () => readBalance({ to: '2026-11-15' }));

  const levels = read.operations.filter((name) => name === 'Query').slice(0, 3);
  expect(levels).toHaveLength(3);
  // One query for each level, and one for the chart; for the progress the status, and two queries for
  // each of four shards.
  expect(read.operations.toSorted()).toEqual(['GetItem', ...Array(3 + 1 + 8).fill('Query')]);
  if (reportsUnits) expect(read.readUnits).toBeLessThanOrEqual(400);
  await readTieOut();
  const tieOut = await countRequests(ledger, readTieOut);
  // One query for the products instead of the chart, as no code of these is a control account.
  expect(tieOut.operations.toSorted()).toEqual(['GetItem', ...Array(3 + 1 + 8).fill('Query')]);
  if (reportsUnits) expect(tieOut.readUnits).toBeLessThanOrEqual(400);
  const { items, totals } = await readBalance({ to: '2026-11-15' });
  expect(items).toHaveLength(500);
  expect(items[0]).toMatchObject({ code: '1000', closing: '5.00' });
  expect(totals[0]).toMatchObject({ debits: '1250.00', difference: '0.00' });
});

test('the first entry of each write shard is read once', async () => {
  const caller = asTenant(ledger, tenant);
  const account = await openAccount(caller);
  const shards = new Set<string>();
  while (shards.size < WRITE_SHARDS) {
    shards.add(readShard(await postEntry(caller, credit(account, '1.00'))));
  }
  const first = await countRequests(ledger, () => readBalance());

  const next = await countRequests(ledger, () => readBalance());

  expect(first.operations.length - next.operations.length).toBe(WRITE_SHARDS);
  // The entries, which no stream has brought, are late all the same.
  advanceTime(2_000);
  expect((await readBalance()).projection.lag_seconds).toBeGreaterThanOrEqual(2);
});

test('the filled ledger of the benchmark is what the projector leaves', async () => {
  const events = [...generateEntries(60)];
  const store = openTestStore(ledger);
  for (let start = 0; start < events.length; start += 12)
    await applyLedgerEvents(store, { tenant, generation: 1 }, events.slice(start, start + 12));
  store.documents.destroy();

  const filled = [...buildLedgerItems({ tenant, generation: 1 }, events)];

  const left = await readAllItems(ledger.tables.projections);
  const byKey = (items: readonly Item[]) =>
    items.filter(({ PK }) => PK.includes(`#${tenant}#`)).toSorted(compareKeys);
  expect(byKey(filled)).toEqual(byKey(left));
});

// A read of the whole generation takes several times as many units.
test('the balances of 500 codes and the lines of one read only the rows of their days', async () => {
  const hasLines = (code: string) => code === '1007';
  await fill(buildLedgerItems({ tenant, generation: 1 }, generateEntries(8_000), hasLines));
  const readLines = async (query: Record<string, string>) =>
    (await ledger.call('listLedgerAccountLines', { tenant, path: { code: '1007' }, query })).body;
  const june = { from: '2026-06-01', to: '2026-06-30' };
  const year = { from: '2025-06-10', to: '2026-06-20' };
  await readLines(june);
  for (const [read, count, requests, readUnits] of [
    [() => readBalance({ to: '2026-06-20' }), 500, 13, 210],
    [() => readBalance({ to: '2026-06-20', currency: 'EUR' }), 450, 13, 210],
    [() => readBalance(june), 500, 13, 210],
    [() => readBalance(year), 500, 15, 330],
    [() => readLines(june), 1, 15, 20],
  ] as const) {
    const cost = await countRequests(ledger, async () =>
      expect((await read()).items).toHaveLength(count),
    );

    expect(cost.operations).toHaveLength(requests);
    if (reportsUnits) expect(cost.readUnits).toBeLessThanOrEqual(readUnits);
  }
});
