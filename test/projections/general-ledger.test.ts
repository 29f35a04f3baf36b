// The counters of the general ledger at the store: each line once, however often and in what order its
// event comes, at a bounded number of requests and units.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { chooseEngine } from '../../local/engines/engine.ts';
import type { DomainEvent } from '../../functions/domain/projections/projector.ts';
import type { Item } from '../../functions/ledger/store/item.ts';
import { applyLedgerEvents } from '../../functions/ledger/projections/general-ledger-writes.ts';
import type { Store } from '../../functions/ledger/store/store.ts';
import { buildLedgerEvent } from '../support/projections/ledger-events.ts';
import type { LineBody } from '../support/projections/ledger-events.ts';
import { openProjections } from '../support/projections/tables.ts';
import { buildRandom } from '../support/fixtures/random.ts';
import {
  buildLedgerItems,
  generateEntries,
} from '../../tools/bench/growth/filled-general-ledger.ts';
import { writeItems } from '../../tools/bench/load/seeded-journal.ts';
import { readAllItems, readEngineEndpoint } from '../support/stack/tables.ts';
import { advanceTime } from '../support/stack/advance-time.ts';
import { startWatchedLedger } from '../support/stack/ledger.ts';
import type { WatchedLedger } from '../support/stack/ledger.ts';

// DynamoDB Local reports a transaction's capacity wrongly.
const reportsUnits = chooseEngine(process.env['DYNAMODB_ENGINE']) === 'dynoxide';

let ledger: WatchedLedger;
let store: Store;
let tenant: string;
let made = 0;
beforeAll(async () => {
  // What a container caches does not expire while the clock stands.
  advanceTime(0);
  ledger = await startWatchedLedger();
  store = openProjections(ledger, ledger.proxy.endpoint);
});
beforeEach(() => {
  made += 1;
  tenant = `tenant-${made}`;
});
afterAll(async () => {
  store.documents.destroy();
  await ledger.stop();
});

const compareKeys = (a: Item, b: Item) => (`${a.PK} ${a.SK}` < `${b.PK} ${b.SK}` ? -1 : 1);

const apply = (events: readonly DomainEvent[]) =>
  applyLedgerEvents(store, { tenant, generation: 1 }, events);

const fill = (items: Iterable<Item>) =>
  writeItems({ endpoint: readEngineEndpoint(), table: ledger.tables.projections }, items);

const readBalance = async (query: Record<string, string> = {}) =>
  (await ledger.call('getTrialBalance', { tenant, query: { to: '2030-12-31', ...query } })).body;

const post = (amount: number, options = {}) =>
  buildLedgerEvent(
    [
      ['1000', amount],
      ['2000', -amount],
    ],
    options,
  );

const row = (code: string, closing: string, debits: string, credits: string) => ({
  code,
  currency: 'EUR',
  opening: '0.00',
  debits,
  credits,
  closing,
});

async function countRequests(work: () => Promise<unknown>) {
  ledger.proxy.requests.length = 0;
  await work();
  const { requests } = ledger.proxy;
  const sum = (units: 'readUnits' | 'writeUnits') =>
    requests.reduce((total, request) => total + request[units], 0);
  const operations = requests.map(({ operation }) => operation);
  return { operations, readUnits: sum('readUnits'), writeUnits: sum('writeUnits') };
}

test('counts each line once, when events come twice, together and again', async () => {
  const [first, second] = [post(5), post(7)];

  await apply([first, first, second]);
  await apply([second, first]);
  await Promise.all([apply([first, post(11)]), apply([first]), apply([second, post(13)])]);

  const { items, totals } = await readBalance();
  expect(items).toEqual([
    row('1000', '36.00', '36.00', '0.00'),
    row('2000', '-36.00', '0.00', '36.00'),
  ]);
  expect(totals).toEqual([
    {
      currency: 'EUR',
      opening: '0.00',
      debits: '36.00',
      credits: '36.00',
      closing: '0.00',
      difference: '0.00',
    },
  ]);
});

test('many writers at once lose nothing, and every balance that is read meanwhile is balanced', async () => {
  const random = buildRandom(20261122);
  const events = Array.from({ length: 60 }, (_, index) => {
    const other = String(2000 + Math.floor(random() * 10));
    return buildLedgerEvent([
      ['1000', index + 1],
      [other, -index - 1],
    ]);
  });
  const parts = Array.from({ length: 6 }, (_, part) => events.slice(part * 10, part * 10 + 20));
  const writing = { isDone: false };
  const differences: string[] = [];
  const read = async () => {
    while (!writing.isDone) {
      const { items, totals } = await readBalance();
      differences.push(...totals.map((one: { difference: string }) => one.difference));
      const closing = items.map((one: { closing: string }) => Number(one.closing));
      differences.push(closing.reduce((a: number, b: number) => a + b, 0).toFixed(2));
    }
  };
  const write = Promise.all(parts.map(apply)).finally(() => {
    writing.isDone = true;
  });
  await Promise.all([write, read()]);

  expect(new Set(differences)).toEqual(new Set(['0.00']));
  expect((await readBalance()).items[0]).toMatchObject({ debits: '1830.00' });
});

test('an entry with more lines than one transaction holds is counted whole, once', async () => {
  const lines = Array.from({ length: 300 }, (_, index): LineBody => [
    `9${index % 150}`,
    index < 150 ? 2 : -2,
  ]);
  const wide = buildLedgerEvent(lines);

  await Promise.all([apply([wide]), apply([wide, post(1)])]);

  const { items, totals } = await readBalance();
  expect(items).toHaveLength(152);
  expect(totals[0]).toMatchObject({ debits: '301.00', credits: '301.00' });
});

test('a batch of 20 entries on few codes takes two requests', async () => {
  await apply([post(1)]);
  const batch = Array.from({ length: 20 }, () => post(1));

  const { operations, writeUnits } = await countRequests(() => apply(batch));

  expect(operations).toEqual(['BatchGetItem', 'TransactWriteItems']);
  // 40 lines, three rows of each of two codes, and the head, each twice because of the transaction.
  if (reportsUnits) expect(writeUnits).toBeLessThanOrEqual(2 * (40 + 6 + 1));
});

test('an event that cannot be read is returned, and the others are counted', async () => {
  const broken = { ...post(1), payload: { id: 'jrn_1' } };

  const unapplied = await apply([post(3), broken]);

  expect(unapplied.map(({ event }) => event)).toEqual([broken]);
  expect((await readBalance()).totals[0]).toMatchObject({ debits: '3.00' });
});

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

  const read = await countRequests(() => readBalance({ to: '2026-11-15' }));

  const levels = read.operations.filter((name) => name === 'Query').slice(0, 3);
  expect(levels).toHaveLength(3);
  // One query for each level, and one for the chart; for the progress the status, and two queries for
  // each of four shards.
  expect(read.operations.toSorted()).toEqual(['GetItem', ...Array(3 + 1 + 8).fill('Query')]);
  if (reportsUnits) expect(read.readUnits).toBeLessThanOrEqual(400);
  const { items, totals } = await readBalance({ to: '2026-11-15' });
  expect(items).toHaveLength(500);
  expect(items[0]).toMatchObject({ code: '1000', closing: '5.00' });
  expect(totals[0]).toMatchObject({ debits: '1250.00', difference: '0.00' });
});

test('the filled ledger of the benchmark is what the projector leaves', async () => {
  const events = [...generateEntries(60)];
  for (let start = 0; start < events.length; start += 12)
    await apply(events.slice(start, start + 12));

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
    const cost = await countRequests(async () => expect((await read()).items).toHaveLength(count));

    expect(cost.operations).toHaveLength(requests);
    if (reportsUnits) expect(cost.readUnits).toBeLessThanOrEqual(readUnits);
  }
});
