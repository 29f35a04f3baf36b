import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { publishProduct } from '../../support/fixtures/products.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

test('returns the newest version of a product to its own tenant only', async () => {
  await publishProduct(ledger, 'giro');
  const newest = await publishProduct(ledger, 'giro', { overdraft_limit: '1.00' });
  const path = { productId: 'giro' };

  const read = await ledger.call('getProduct', { path });
  const foreign = await ledger.call('getProduct', { path, tenant: 'globex' });

  expect(read.text).toBe(newest.text);
  expect(foreign.body).toMatchObject({ statusCode: 404, code: 'product_not_found' });
});

test('returns 404 for an id that no product can have', async () => {
  const answer = await ledger.call('getProduct', { path: { productId: 'p'.repeat(3_000) } });

  expect(answer.body).toMatchObject({ statusCode: 404, code: 'product_not_found' });
});

test('returns 404 for a product that has only rules', async () => {
  const path = { productId: 'rules-only' };
  await ledger.call('seedDefaultRules', { path });

  expect((await ledger.call('getProduct', { path })).status).toBe(404);
});
