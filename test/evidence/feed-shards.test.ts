// How many shards the feed of a tenant needs, for a program that does not know the setting of the deployment: with too
// few of them, receipts would pass for lost.
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { countFeedShards, listFeed } from '../../functions/ledger/evidence/feed.ts';
import { evidenceKeys } from '../../functions/ledger/evidence/keys.ts';
import { keys } from '../../functions/ledger/store/keys.ts';
import { startStoredLedger } from '../support/projections/tables.ts';
import type { StoredLedger } from '../support/projections/tables.ts';

let stored: StoredLedger;
beforeAll(async () => {
  stored = await startStoredLedger();
});
afterAll(() => stored.stop());

const AT = '2026-11-23T06:00:00.000Z';

async function putReceipts(tenant: string, shards: readonly number[]): Promise<void> {
  const { store } = stored;
  for (const shard of shards) {
    const key = keys.receipt(tenant, `a-key-of-shard-${shard}`);
    const Item = { ...key, feed: evidenceKeys.feed(tenant, shard), at: AT };
    await store.documents.send(new PutCommand({ TableName: store.receiptsTable, Item }));
  }
}

test.each<[string, number[], number]>([
  ['none', [], 1],
  ['first', [0], 1],
  ['second', [1], 2],
  ['many', [0, 2, 31], 32],
  ['last', [255], 256],
])('%s: as many shards as reach all receipts', async (tenant, shards, count) => {
  await putReceipts(tenant, shards);

  const found = await countFeedShards(stored.store, tenant);

  expect(found).toBe(count);
  const reaching = { ...stored.store, shards: found };
  const feed = await listFeed(reaching, tenant, { from: AT, to: AT });
  expect(feed.map(({ key }) => key.PK).toSorted()).toEqual(
    shards.map((shard) => keys.receipt(tenant, `a-key-of-shard-${shard}`).PK).toSorted(),
  );
});
