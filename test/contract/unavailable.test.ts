// Whatever is asked for while the store cannot be used is answered with the request to ask again, and
// nothing has happened. A new operation is covered by its ways (test/support/scenarios).
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { operations } from '../../functions/operations/operations.ts';
import type { OperationName } from '../../functions/operations/operations.ts';
import { startWatchedExports } from '../support/fixtures/exports.ts';
import type { WatchedExports } from '../support/fixtures/exports.ts';
import type { Called } from '../support/stack/ledger.ts';
import { allItems } from '../support/stack/tables.ts';
import { makeHoldings } from '../support/scenarios/holdings.ts';
import { ways } from '../support/scenarios/ways.ts';

const names = Object.keys(operations) as OperationName[];
const answers = new Map<OperationName, Called>();

let ledger: WatchedExports;
let before: object;
beforeAll(async () => {
  ledger = await startWatchedExports();
  const holdings = await makeHoldings(ledger);
  before = await everything();
  ledger.proxy.fail(() => 'unavailable');
  await Promise.all(
    names.map(async (name) => {
      const [options] = ways[name](holdings);
      answers.set(name, await ledger.call(name, { ...options, remainingMs: 3_000 }));
    }),
  );
  ledger.proxy.heal();
});
afterAll(() => ledger.stop());

const everything = () => Promise.all(Object.values(ledger.tables).map((table) => allItems(table)));

test.each(names)('%s asks to be asked again', (name) => {
  const { status, headers, body } = answers.get(name) ?? {};

  expect({ status, body }).toMatchObject({ status: 503, body: { code: 'contention' } });
  expect(Number(headers?.['Retry-After'])).toBeGreaterThan(0);
});

test('nothing has happened', async () => {
  expect(await everything()).toEqual(before);
});
