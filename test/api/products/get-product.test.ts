import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { publishProduct } from '../../support/fixtures/products.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

test('reads the newest version of a product, of its own tenant alone', async () => {
  await publishProduct(ledger, 'giro');
  const newest = await publishProduct(ledger, 'giro', { overdraft_limit: '1.00' });
  const path = { productId: 'giro' };

  const read = await ledger.call('getProduct', { path });
  const foreign = await ledger.call('getProduct', { path, tenant: 'globex' });

  expect(read.text).toBe(newest.text);
  expect(foreign.body).toMatchObject({ statusCode: 404, code: 'product_not_found' });
});

test('an id that no product can have is not found', async () => {
  const answer = await ledger.call('getProduct', { path: { productId: 'p'.repeat(3_000) } });

  expect(answer.body).toMatchObject({ statusCode: 404, code: 'product_not_found' });
});

test('a product with rules only is not there', async () => {
  const path = { productId: 'rules-only' };
  await ledger.call('seedDefaultRules', { path });

  expect((await ledger.call('getProduct', { path })).status).toBe(404);
});
