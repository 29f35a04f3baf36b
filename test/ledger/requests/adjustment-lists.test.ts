// A list filtered by what no index covers reads at most 1,000 items and then answers with a cursor.
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { buildIdGenerator } from '../../../functions/ledger/store/ids.ts';
import { keys } from '../../../functions/ledger/store/keys.ts';
import { READ_AHEAD_MAX } from '../../../functions/ledger/store/filtered-lists.ts';
import type { Item } from '../../../functions/ledger/store/item.ts';
import { adjustEntry, postEntry } from '../../support/fixtures/adjustments.ts';
import { credit, openAccount, startWatchedLedger } from '../../support/stack/ledger.ts';
import type { WatchedLedger } from '../../support/stack/ledger.ts';
import { readAllItems, openDirectClient } from '../../support/stack/tables.ts';

const MORE = 120;

let ledger: WatchedLedger;
let target: string;
let oldest: string;
/**
 * One CORRECTION, followed by so many REVERSALs of the same entry that one page cannot read past
 * them.
 */
beforeAll(async () => {
  ledger = await startWatchedLedger();
  const account = await openAccount(ledger);
  target = await postEntry(ledger, credit(account, '1.00'));
  oldest = await adjustEntry(ledger, target, credit(account, '2.00'));
  const reversal = await adjustEntry(ledger, target);
  const items = await readAllItems(ledger.tables.ledger);
  const one = items.find(({ SK }) => SK === reversal);
  if (!one) throw new Error('no request');
  await putAll(copiesOf(one, READ_AHEAD_MAX + MORE));
});
beforeEach(() => {
  ledger.proxy.requests.length = 0;
});
afterAll(() => ledger.stop());

// As many in each shard, because a page divides its reads evenly among them.
function copiesOf(item: Item, count: number): Item[] {
  const newId = buildIdGenerator(4)(new Date(Date.now() + 1_000));
  return Array.from({ length: count }, (_, index) => {
    const id = newId('far').slice(0, -2) + `0${index % 4}`;
    return { ...item, ...keys.request('acme', 'FAR', id) };
  });
}

async function putAll(items: readonly Item[]): Promise<void> {
  const client = openDirectClient();
  for (let start = 0; start < items.length; start += 25) {
    const puts = items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [ledger.tables.ledger]: puts } }));
  }
  client.destroy();
}

const list = (query: Record<string, string>) =>
  ledger.call('listFinancialAdjustmentRequests', { query });

test.each([
  ['the type alone', (): Record<string, string> => ({})],
  ['the type of one target', () => ({ target_id: target })],
  [
    'the type of one target in one status',
    () => ({ target_id: target, status: 'PENDING_APPROVAL' }),
  ],
])('%s: returns an empty page with a cursor, and then the match', async (_, filter) => {
  const query = { adjustment_type: 'CORRECTION', ...filter() };
  const pages = [await list(query)];
  for (let cursor = pages[0]?.body.next_cursor; cursor; cursor = pages.at(-1)?.body.next_cursor) {
    ledger.proxy.requests.length = 0;
    pages.push(await list({ ...query, cursor }));
    expect(ledger.proxy.requests.length).toBeLessThanOrEqual(4);
  }

  const found = pages.flatMap(({ body }) => body.items as { id: string }[]);
  expect(found.map(({ id }) => id)).toEqual([oldest]);
  expect(pages[0]?.body.items).toEqual([]);
  expect(pages.length).toBeGreaterThan(1);
});

test('a filter with an index reads only its page, whatever lies between', async () => {
  const query = { adjustment_type: 'CORRECTION', status: 'PENDING_APPROVAL' };

  const { body } = await list(query);

  expect(body.items.map(({ id }: { id: string }) => id)).toEqual([oldest]);
  expect(body).not.toHaveProperty('next_cursor');
  expect(ledger.proxy.requests.map(({ operation }) => operation)).toEqual(['Query', 'Query']);
});

test('fills each page, and the pages together contain every match once', async () => {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { adjustment_type: 'REVERSAL', limit: '100', ...(cursor && { cursor }) };
    const { body } = await list(query);
    seen.push(...body.items.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor;
  } while (cursor);

  expect(new Set(seen).size).toBe(READ_AHEAD_MAX + MORE + 1);
  expect(seen).toEqual(seen.toSorted().toReversed());
});
