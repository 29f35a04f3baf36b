import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { createRule, publishProduct } from '../../support/fixtures/products.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const ids = (body: { id: string }[]) => body.map(({ id }) => id);

test('lists the newest versions by id, page by page, without rules or other tenants’ products', async () => {
  expect((await ledger.call('listProducts')).body).toEqual([]);
  for (const id of ['b', 'a', 'é', 'b#1']) await publishProduct(ledger, id);
  const newest = await publishProduct(ledger, 'a', { n: 2 });
  await createRule(ledger, 'a');
  await publishProduct(ledger, 'theirs', {}, { tenant: 'globex' });

  const all = await ledger.call('listProducts');
  const first = await ledger.call('listProducts', { query: { limit: '3' } });
  const cursor = first.headers['X-Next-Cursor'] ?? '';
  const second = await ledger.call('listProducts', { query: { limit: '3', cursor } });

  expect(ids(all.body)).toEqual(['a', 'b', 'b#1', 'é']);
  expect(all.body[0]).toEqual(newest.body);
  expect(all.headers).not.toHaveProperty('Link');
  expect(ids(first.body)).toEqual(['a', 'b', 'b#1']);
  expect(first.headers['Link']).toContain('rel="next"');
  expect(ids(second.body)).toEqual(['é']);
  expect(second.headers).not.toHaveProperty('Link');
});

test('lists a product whose id starts with the last of all characters', async () => {
  const tenant = 'last';
  const given = ['a', '\u{10ffff}', '\u{10ffff}'.repeat(128)];
  for (const id of given) await publishProduct(ledger, id, {}, { tenant });

  const all = await ledger.call('listProducts', { tenant });
  const first = await ledger.call('listProducts', { tenant, query: { limit: '2' } });
  const cursor = first.headers['X-Next-Cursor'] ?? '';
  const second = await ledger.call('listProducts', { tenant, query: { limit: '2', cursor } });

  expect(ids(all.body)).toEqual(given);
  expect([...ids(first.body), ...ids(second.body)]).toEqual(given);
});

test('refuses a cursor of another list', async () => {
  const answer = await ledger.call('listProducts', { query: { cursor: 'bm9uZQ' } });

  expect(answer.body).toMatchObject({ statusCode: 400, code: 'invalid_cursor' });
});
