// The counters of the general ledger at the store: each line once, however often and in what order its
// event comes, at a bounded number of requests and units.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { chooseEngine } from '../../local/engines/engine.ts';
import type { DomainEvent } from '../../functions/domain/projections/projector.ts';
import { listCountedRecords } from '../../functions/domain/projections/general-ledger.ts';
import {
  computeBalance,
  countRecord,
  sumCounters,
} from '../../functions/domain/projections/ledger-counters.ts';
import { divideIntoCommits } from '../../functions/ledger/projections/general-ledger-commits.ts';
import { applyLedgerEvents } from '../../functions/ledger/projections/general-ledger-writes.ts';
import type { Store } from '../../functions/ledger/store/store.ts';
import { buildLedgerEvent } from '../support/projections/ledger-events.ts';
import type { DifferenceBody, LineBody } from '../support/projections/ledger-events.ts';
import { countRequests } from '../support/projections/request-counts.ts';
import { openTestStore } from '../support/projections/tables.ts';
import { buildRandom } from '../support/fixtures/random.ts';
import { advanceTime } from '../support/stack/advance-time.ts';
import type { StoreFault } from '../support/stack/fault-proxy.ts';
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
  store = openTestStore(ledger, ledger.proxy.endpoint);
});
beforeEach(() => {
  made += 1;
  tenant = `tenant-${made}`;
});
afterAll(async () => {
  store.documents.destroy();
  await ledger.stop();
});

const apply = (events: readonly DomainEvent[]) =>
  applyLedgerEvents(store, { tenant, generation: 1 }, events);

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

  const { operations, writeUnits } = await countRequests(ledger, () => apply(batch));

  expect(operations).toEqual(['BatchGetItem', 'TransactWriteItems']);
  // 40 lines, three rows of each of two codes, and the head, each twice because of the transaction.
  if (reportsUnits) expect(writeUnits).toBeLessThanOrEqual(2 * (40 + 6 + 1));
});

const readTieOut = async () =>
  (await ledger.call('getTieOut', { tenant, query: { as_of: '2030-12-31' } })).body.items;

test('counts each difference once, in the commit of its lines, and only such entries cost more', async () => {
  const differing = buildLedgerEvent(
    [
      ['1000', 5],
      ['2000', -5],
    ],
    { differences: [['CUSTOMER_DEPOSITS', '700.00', '-1.00']] },
  );
  const plain = await countRequests(ledger, () => apply([post(5)]));
  const { operations, writeUnits } = await countRequests(ledger, () => apply([differing]));
  const repeated = buildLedgerEvent(
    [
      ['1000', 1],
      ['CUSTOMER_DEPOSITS', -1],
    ],
    {
      differences: [['CUSTOMER_DEPOSITS', '0.00', '1.00']],
    },
  );

  await Promise.all([apply([differing, repeated]), apply([repeated, post(1)]), apply([differing])]);

  expect(operations).toEqual(['BatchGetItem', 'TransactWriteItems']);
  if (reportsUnits) {
    expect(plain.writeUnits).toBe(2 * (2 + 6 + 1));
    // The difference, and the three rows of a code that has no line in the entry.
    expect(writeUnits).toBe(plain.writeUnits + 2 * (1 + 3));
  }
  expect(await readTieOut()).toMatchObject([
    {
      code: 'CUSTOMER_DEPOSITS',
      general_ledger_balance: '-1.00',
      sub_ledger_balance: '-701.00',
      difference: '700.00',
      differing_entries: 2,
    },
  ]);
});

test.each([
  ['debits first', 80, (index: number) => (index < 40 ? 2 : -2)],
  ['credits first', 80, (index: number) => (index < 40 ? -2 : 2)],
  ['by turns', 0, (index: number) => (index % 2 === 0 ? 2 : -2)],
])(
  'debits exceed credits until the last difference and line of a wide entry are in: %s',
  (_, differing, amountOf) => {
    const lines = Array.from({ length: 80 }, (__, index): LineBody => [
      `9${String(index).padStart(2, '0')}`,
      amountOf(index),
    ]);
    const differences = lines
      .slice(0, differing)
      .map(([code]): DifferenceBody => [code, '1.00', '3.00']);
    const wide = buildLedgerEvent(lines, { differences });
    const records = listCountedRecords(wide).map((record) => ({ record, event: wide }));

    const parts = divideIntoCommits(records);

    const balances = parts.map((__, index) => {
      const counted = parts.slice(0, index + 1).flat();
      return computeBalance(sumCounters(counted.map(({ record }) => countRecord(record))));
    });
    expect(parts.length).toBeGreaterThan(3);
    // So the parts of several entries do not balance each other.
    expect(balances.slice(0, -1).filter((balance) => balance <= 0n)).toEqual([]);
    expect(balances.at(-1)).toBe(0n);
  },
);

test('a wide entry shows its lines and its differences together, at every instant', async () => {
  const lines = Array.from({ length: 80 }, (_, index): LineBody => [
    `9${index}`,
    index < 40 ? 2 : -2,
  ]);
  const differences = Array.from({ length: 30 }, (_, index): DifferenceBody => [
    `9${index}`,
    '1.00',
    '3.00',
  ]);
  const wide = buildLedgerEvent(lines, { differences });
  await apply([post(1)]);
  const writing = { isDone: false };
  const seen = new Set<string | number>();
  const read = async () => {
    while (!writing.isDone) {
      const { status, body } = await ledger.call('getTieOut', { tenant, query: {} });
      seen.add(status === 200 ? body.items.length : body.code);
    }
  };
  const write = apply([wide]).finally(() => {
    writing.isDone = true;
  });
  await Promise.all([write, read()]);

  const items = await readTieOut();
  expect(items).toHaveLength(30);
  expect(items[0]).toMatchObject({ difference: '-2.00', differing_entries: 1 });
  seen.add(items.length);
  expect([0, 30, 'contention']).toEqual(expect.arrayContaining([...seen]));
});

test('an event that cannot be read is returned, and the others are counted', async () => {
  const broken = { ...post(1), payload: { id: 'jrn_1' } };
  const vague = buildLedgerEvent([['1000', 1]], { differences: [['2000', '1.00', 'much']] });

  const unapplied = await apply([post(3), broken, vague]);

  expect(unapplied.map(({ event }) => event)).toEqual([broken, vague]);
  expect((await readBalance()).totals[0]).toMatchObject({ debits: '3.00' });
});

/** More than the SDK sends a call by itself. */
const DECLINED_TIMES = 4;

test.each<StoreFault>(['conflict', 'throttle', 'throttled-transaction'])(
  'a commit that the store declines several times is sent again: %s',
  async (fault) => {
    let declined = 0;
    ledger.proxy.fail((operation) =>
      operation === 'TransactWriteItems' && (declined += 1) <= DECLINED_TIMES ? fault : 'none',
    );
    const unapplied = await apply([post(5)]);
    ledger.proxy.heal();

    expect(unapplied).toEqual([]);
    expect((await readBalance()).totals[0]).toMatchObject({ debits: '5.00' });
  },
);

test('a commit that the store does not answer may be in, and is left to the next delivery', async () => {
  ledger.proxy.fail((operation) => (operation === 'TransactWriteItems' ? 'unavailable' : 'none'));
  const event = post(5);
  await expect(apply([event])).rejects.toMatchObject({ reason: 'unanswered' });
  ledger.proxy.heal();
  await apply([event]);

  expect((await readBalance()).totals[0]).toMatchObject({ debits: '5.00' });
});
