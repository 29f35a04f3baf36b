// Each read of a projection is one request to the store; a second one reads the active generation,
// every few seconds.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { advanceTime, returnToPresent } from '../support/stack/advance-time.ts';
import { startWatchedLedger } from '../support/stack/ledger.ts';
import type { WatchedLedger } from '../support/stack/ledger.ts';
import { countRequests } from '../support/projections/request-counts.ts';
import { createHistory } from '../support/projections/projected-history.ts';
import { consumeRecords, toStreamRecords } from '../support/projections/projections.ts';

let ledger: WatchedLedger;
beforeAll(async () => {
  ledger = await startWatchedLedger();
  await consumeRecords(toStreamRecords(await createHistory(ledger)));
});
afterAll(() => ledger.stop());

const reads = [
  ['listLoanActivity', 'getLoanActivity', 'loanId', 1],
  ['listLedgerActivity', 'getLedgerActivity', 'journalEntryId', 12],
  ['listProductPublications', 'getProductPublication', 'productId', 1],
] as const;

/** Requests for the records themselves. */
function requests(): string[] {
  const all = ledger.proxy.requests.filter(({ input }) => !JSON.stringify(input).includes('"C"'));
  return all.map(({ operation }) => operation);
}

test.each(reads)('%s and %s take one request each', async (list, get, parameter, count) => {
  ledger.proxy.requests.length = 0;
  const { body } = await ledger.call(list);
  const listing = requests();
  ledger.proxy.requests.length = 0;
  const one = await ledger.call(get, { path: { [parameter]: body[0].entity_id } });

  expect(body).toHaveLength(count);
  expect(one.body).toEqual(body[0]);
  expect([listing, requests()]).toEqual([['Query'], ['GetItem']]);
});

test('a request that the client repeats counts once', async () => {
  const list = () => ledger.call('listLoanActivity');
  // What a container caches does not expire while the clock stands.
  advanceTime(0);
  await list();
  const once = await countRequests(ledger, list);
  ledger.proxy.fail((_, count) => (count <= 2 ? 'lost' : 'none'));

  const repeated = await countRequests(ledger, list);

  ledger.proxy.heal();
  returnToPresent();
  expect(once.operations.length).toBeGreaterThan(0);
  expect(ledger.proxy.requests.length).toBeGreaterThan(once.operations.length);
  expect(repeated).toEqual(once);
});
