// The closing of a period in a journal of more than one page: the store passes over other months, and the totals are
// the same however often the sum is interrupted.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sumPeriod } from '../../functions/batches/period-close/sum-period.ts';
import type { PeriodSum } from '../../functions/batches/period-close/sum-period.ts';
import { buildOpenPeriod } from '../../functions/domain/general-ledger/periods.ts';
import type { Session } from '../../functions/ledger/commit/session.ts';
import { DATED_PAGE_ENTRIES } from '../../functions/ledger/journal/dated-entries.ts';
import { openStore } from '../../functions/ledger/store/store.ts';
import type { Store } from '../../functions/ledger/store/store.ts';
import { seedJournal } from '../../tools/bench/load/seeded-journal.ts';
import { startMeteringProxy } from '../../tools/metering/metering-proxy.ts';
import type { MeteringProxy } from '../../tools/metering/metering-proxy.ts';
import { createTables, readEngineEndpoint } from '../support/stack/tables.ts';

const TENANT = 'acme';
const SHARDS = 2;
/** Shards get about half of them each. */
const ENTRIES = SHARDS * (DATED_PAGE_ENTRIES + 100);
const PAGES = SHARDS * 2;
/** All entries are dated in it. */
const MONTH = '2026-01';

let proxy: MeteringProxy;
let store: Store;
beforeAll(async () => {
  proxy = await startMeteringProxy(readEngineEndpoint());
  const tables = await createTables();
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  store = openStore(
    { ledgerTable: tables.ledger, receiptsTable: tables.receipts, shards: SHARDS },
    { endpoint: proxy.endpoint, region: 'eu-central-1', credentials },
  );
  const target = { endpoint: readEngineEndpoint(), table: tables.ledger, shards: SHARDS };
  await seedJournal(target, TENANT, ENTRIES);
});
afterAll(async () => {
  store.documents.destroy();
  await proxy.stop();
});

const openSession = (shards = SHARDS): Session => ({
  store: { ...store, shards },
  tenant: TENANT,
  actor: 'countinghouse',
  correlationId: 'x',
  operation: 'close',
});

/** Sums in one call if it has the time, otherwise in calls that each end after a page. */
async function sum(month: string, hasTime: boolean, shards = SHARDS) {
  const period = { ...buildOpenPeriod(month), closingAt: '2026-11-01T00:00:00.000Z' };
  const limits = { settleMs: 0, isOver: () => !hasTime };
  let calls = 0;
  let work: PeriodSum | undefined;
  for (let isDone = false; !isDone; calls += 1) {
    ({ work, isDone } = await sumPeriod(openSession(shards), period, limits, work));
    // A state machine passes it on as JSON.
    work = JSON.parse(JSON.stringify(work)) as PeriodSum;
  }
  return { calls, totals: work?.totals };
}

test('an interrupted sum has the totals of one that is not', async () => {
  const whole = await sum(MONTH, true);

  expect(whole.calls).toBe(1);
  expect(whole.totals).toMatchObject([{ currency: 'EUR', journal_entries: ENTRIES }]);
  expect(await sum(MONTH, false)).toEqual({ calls: PAGES / SHARDS, totals: whole.totals });
});

test('the entries of other months stay in the store', async () => {
  proxy.take();

  expect(await sum('2026-02', true)).toEqual({ calls: 1, totals: [] });

  const requests = proxy.take();
  expect(requests).toHaveLength(PAGES);
  expect(Math.max(...requests.map(({ bytes }) => bytes))).toBeLessThan(1_000);
});

test('two requests at most are under way, so that others are answered in between', async () => {
  let underWay = 0;
  let most = 0;
  store.documents.middlewareStack.add(
    (next) => async (request) => {
      underWay += 1;
      most = Math.max(most, underWay);
      return next(request).finally(() => (underWay -= 1));
    },
    { step: 'initialize', name: 'counting' },
  );

  await sum(MONTH, true, 8);
  store.documents.middlewareStack.remove('counting');

  expect(most).toBe(2);
});

test('an entry that was posted up to the settle time after the start of the closing is counted, a later one fails it', async () => {
  // The newest entry is of the last two hours of January.
  const period = { ...buildOpenPeriod(MONTH), closingAt: '2026-01-31T12:00:00.000Z' };
  const sumWithin = (hours: number) =>
    sumPeriod(openSession(), period, { settleMs: hours * 3_600_000, isOver: () => false });

  const { work, isDone } = await sumWithin(12);

  expect(isDone).toBe(true);
  expect(work.totals).toMatchObject([{ journal_entries: ENTRIES }]);
  await expect(sumWithin(10)).rejects.toMatchObject({
    name: 'BatchFailure',
    message: expect.stringContaining('too late for its closing'),
  });
});
