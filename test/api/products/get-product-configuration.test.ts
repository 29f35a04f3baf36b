import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { publishProduct } from '../../support/fixtures/products.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const read = (tenant = 'acme') => ledger.call('getProductConfiguration', { tenant });

test('returns 404 until it was generated, even if products exist', async () => {
  await publishProduct(ledger, 'current-account', {}, { tenant: 'fresh' });

  expect((await read('fresh')).body).toMatchObject({
    statusCode: 404,
    code: 'product_configuration_not_found',
  });
});

test('returns the configuration with its products in their present version', async () => {
  const body = { jurisdiction: 'EU' };
  const generated = await ledger.call('generateProductConfiguration', { body });
  expect((await read()).text).toBe(generated.text);

  const newer = await publishProduct(ledger, 'savings-account', { n: 2 });
  await publishProduct(ledger, 'of-ones-own');

  const { products, ...others } = (await read()).body;
  expect(others).toMatchObject({ jurisdiction: 'EU', template: 'EU', version: 1 });
  expect(products.map(({ id }: { id: string }) => id)).toEqual([
    'current-account',
    'savings-account',
    'consumer-loan',
  ]);
  expect(products[1]).toEqual(newer.body);
  expect((await read('globex')).status).toBe(404);
});
