import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { createRule } from '../../support/fixtures/products.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const path = { productId: 'giro' };
const list = (options = {}) => ledger.call('listRules', { path, ...options });
const ids = (body: { id: string }[]) => body.map(({ id }) => id);

test('lists no rules for a product id that no product can have', async () => {
  const options = { path: { productId: 'p'.repeat(3_000) } };

  expect((await ledger.call('listRules', options)).body).toEqual([]);
});

test('lists the rules of a product by id, page by page, without deleted ones', async () => {
  expect((await list()).body).toEqual([]);
  for (const id of ['c', 'a', 'b', 'd', 'ü']) await createRule(ledger, 'giro', { id });
  await createRule(ledger, 'giro#R', { id: 'other-product' });
  await createRule(ledger, 'giro', { id: 'foreign' }, { tenant: 'globex' });
  await ledger.call('deleteRule', { path: { ...path, ruleId: 'b' } });

  const first = await list({ query: { limit: '2' } });
  const cursor = first.headers['X-Next-Cursor'] ?? '';
  const second = await list({ query: { limit: '2', cursor } });

  expect(ids((await list()).body)).toEqual(['a', 'c', 'd', 'ü']);
  expect(ids(first.body)).toEqual(['a', 'c']);
  expect(ids(second.body)).toEqual(['d', 'ü']);
  const elsewhere = { path: { productId: 'savings' }, query: { cursor } };
  expect((await list(elsewhere)).body.code).toBe('invalid_cursor');
});
