// Lists that merge several partitions. While an index follows a change of status, it may show one record in the
// partition of the old status and in that of the new one.
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listFiltered } from '../../../functions/ledger/store/filtered-lists.ts';
import { listMerged } from '../../../functions/ledger/store/merged-lists.ts';
import type { Listing } from '../../../functions/ledger/store/merged-lists.ts';
import { openStore } from '../../../functions/ledger/store/store.ts';
import type { Store } from '../../../functions/ledger/store/store.ts';
import { readLedgerEnvironment } from '../../../functions/runtime/environment.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
let store: Store;
const ids = ['far_1', 'far_2', 'far_3', 'far_4', 'far_5'];
beforeAll(async () => {
  ledger = await startLedger();
  store = openStore(readLedgerEnvironment());
  const items = [
    ...['far_1', 'far_2', 'far_4', 'far_5'].map((SK) => ({ PK: 'pending', SK, status: 'old' })),
    ...['far_2', 'far_3', 'far_4', 'far_5'].map((SK) => ({ PK: 'decided', SK, status: 'new' })),
  ].map((item) => ({ ...item, kind: 'one' }));
  const puts = items.map((Item) => ({ PutRequest: { Item } }));
  await store.documents.send(
    new BatchWriteCommand({ RequestItems: { [ledger.tables.ledger]: puts } }),
  );
});
afterAll(() => ledger.stop());

const listing = (range: Partial<Listing['range']> = {}): Listing => ({
  partitions: ['pending', 'decided'],
  range: { from: 'far_', to: 'far_~', ...range },
  order: 'newest first',
  spread: 'any',
});

test.each([1, 2, 3, 4, 5, 6])('pages of %i name each record once, as it became', async (limit) => {
  const found: [string, unknown][] = [];
  let to = 'far_~';
  for (;;) {
    const { items, hasMore } = await listMerged(store, listing({ to }), limit);
    expect(items.length).toBe(Math.min(limit, ids.length - found.length));
    found.push(...items.map((item): [string, unknown] => [item.SK, item['status']]));
    if (!hasMore) break;
    to = `${items.at(-1)?.SK.replace(/\d/, (digit) => String(Number(digit) - 1))}~`;
  }

  expect(found).toEqual([
    ['far_5', 'new'],
    ['far_4', 'new'],
    ['far_3', 'new'],
    ['far_2', 'new'],
    ['far_1', 'old'],
  ]);
});

test('oldest first', async () => {
  const { items } = await listMerged(store, { ...listing(), order: 'oldest first' }, 10);

  expect(items.map(({ SK }) => SK)).toEqual(ids);
});

test('a filtered page names each record once', async () => {
  const { items } = await listFiltered(store, listing(), { kind: 'one' }, 4);

  expect(items.map(({ SK }) => SK)).toEqual(['far_5', 'far_4', 'far_3', 'far_2']);
});
