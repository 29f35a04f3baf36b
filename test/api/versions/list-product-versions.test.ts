// The pages of versions: their order, their lag, their requests, and what an upgrade leaves.
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { GENERATION_REUSE_MAX_MS } from '../../../functions/ledger/projections/reads.ts';
import type { Item } from '../../../functions/ledger/store/item.ts';
import { rebuildProjection } from '../../../functions/projections/rebuild/rebuild.ts';
import { publishProduct } from '../../support/fixtures/products.ts';
import { forgetLists } from '../../support/projections/forgotten-lists.ts';
import { projectReceipts } from '../../support/projections/projections.ts';
import { openTestStore } from '../../support/projections/tables.ts';
import { advanceTime } from '../../support/stack/advance-time.ts';
import { asTenant, startWatchedLedger } from '../../support/stack/ledger.ts';
import type { CallOptions, WatchedLedger } from '../../support/stack/ledger.ts';
import { openDirectClient, readAllItems } from '../../support/stack/tables.ts';

let ledger: WatchedLedger;
beforeAll(async () => {
  ledger = await startWatchedLedger();
});
afterAll(() => ledger.stop());

const list = (tenant: string, options: CallOptions = {}) =>
  ledger.call('listProductVersions', { tenant, path: { productId: 'giro' }, ...options });

/** Publishes as many versions of the product as a tenant of that name. */
async function publishVersions(tenant: string, count: number): Promise<void> {
  for (let version = 1; version <= count; version += 1) {
    const config = { overdraft_limit: `${version}.00` };
    await publishProduct(asTenant(ledger, tenant), 'giro', config);
  }
}

const readNumbers = (items: readonly { version: number }[]) => items.map(({ version }) => version);

test('pages from the newest to the oldest, with four requests', async () => {
  await publishVersions('paging', 5);
  await projectReceipts(ledger, 'paging');

  const first = await list('paging', { query: { limit: '2' } });
  ledger.proxy.requests.length = 0;
  const cursor = first.body.next_cursor;
  const second = await list('paging', { query: { limit: '2', cursor } });
  const requests = ledger.proxy.requests.map(({ operation }) => operation);
  const last = await list('paging', { query: { cursor: second.body.next_cursor } });

  expect([first, second, last].map(({ body }) => readNumbers(body.items))).toEqual([
    [5, 4],
    [3, 2],
    [1],
  ]);
  expect(first.body.items[0].content).toEqual(
    (await ledger.call('getProduct', { tenant: 'paging', path: { productId: 'giro' } })).body,
  );
  expect(last.body).not.toHaveProperty('next_cursor');
  expect([first, second, last].map(({ headers }) => headers['X-Lag-Seconds'])).toEqual([
    '0',
    '0',
    '0',
  ]);
  expect(requests).toEqual(['GetItem', 'GetItem', 'Query', 'BatchGetItem']);
});

test('says how late it is, when the newest version is missing and when one between is', async () => {
  await publishVersions('late', 2);
  await projectReceipts(ledger, 'late');
  await publishVersions('late', 1);

  const behind = await list('late');

  expect(readNumbers(behind.body.items)).toEqual([2, 1]);
  expect(Number(behind.headers['X-Lag-Seconds'])).toBeGreaterThan(0);
  await projectReceipts(ledger, 'late');
  expect((await list('late')).headers['X-Lag-Seconds']).toBe('0');
  await removeVersion('late', 2);
  const holed = await list('late');
  expect(readNumbers(holed.body.items)).toEqual([3, 1]);
  expect(Number(holed.headers['X-Lag-Seconds'])).toBeGreaterThan(0);
  const oldest = await list('late', { query: { limit: '1', cursor: await cursorAfter('late') } });
  expect(Number(oldest.headers['X-Lag-Seconds'])).toBeGreaterThan(0);
});

test('says how late it is, when the first version is missing', async () => {
  await publishVersions('headless', 3);
  await projectReceipts(ledger, 'headless');
  expect((await list('headless')).headers['X-Lag-Seconds']).toBe('0');
  await removeVersion('headless', 1);

  const { body, headers } = await list('headless');
  expect(readNumbers(body.items)).toEqual([3, 2]);
  expect(Number(headers['X-Lag-Seconds'])).toBeGreaterThan(0);
  // Of a page that another follows, nothing is missing.
  const newest = await list('headless', { query: { limit: '1' } });
  expect(newest.headers['X-Lag-Seconds']).toBe('0');
});

const cursorAfter = async (tenant: string) =>
  (await list(tenant, { query: { limit: '1' } })).body.next_cursor as string;

async function removeVersion(tenant: string, version: number): Promise<void> {
  const TableName = ledger.tables.projections;
  const items = (await readAllItems(TableName)) as Item[];
  const found = items.find(
    ({ PK, SK }) => PK.startsWith(`T#${tenant}#VER#`) && Number(SK) === version,
  );
  const client = openDirectClient();
  await client.send(new DeleteCommand({ TableName, Key: { PK: found?.PK, SK: found?.SK } }));
  client.destroy();
}

test('lacks nothing silently: 409 until the versions from before an upgrade are found again', async () => {
  await publishVersions('upgraded', 1);
  await projectReceipts(ledger, 'upgraded');
  await forgetLists(ledger, 'upgraded');

  expect((await list('upgraded')).body).toMatchObject({
    statusCode: 409,
    code: 'projection_not_built',
  });
  const store = openTestStore(ledger);
  await rebuildProjection(store, 'versions', {
    segments: 1,
    report: () => undefined,
    graceMs: 0,
  });
  advanceTime(GENERATION_REUSE_MAX_MS + 1);
  expect(readNumbers((await list('upgraded')).body.items)).toEqual([1]);
});

test('a cursor of another product is refused, and so is one that was made up', async () => {
  await publishVersions('paging', 1);
  const { body } = await list('paging', { query: { limit: '1' } });
  const query = { cursor: body.next_cursor ?? '' };

  const foreign = await list('paging', { query, path: { productId: 'other' } });

  const made = await list('paging', {
    query: { cursor: Buffer.from('[5]').toString('base64url') },
  });

  expect(foreign.body).toMatchObject({ statusCode: 400, code: 'invalid_cursor' });
  expect(made.body).toMatchObject({ statusCode: 400, code: 'invalid_cursor' });
});
