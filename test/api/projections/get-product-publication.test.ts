import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { buildPublishedReceipt, buildRuleReceipt } from '../../support/contract/product-events.ts';
import { consumeRecords, toStreamRecords } from '../../support/projections/projections.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const get = (productId: string) => ledger.call('getProductPublication', { path: { productId } });

test('shows the newest version with its configuration and the number of its rules', async () => {
  const product_id = 'savings';
  await consumeRecords(
    toStreamRecords([
      buildPublishedReceipt('savings', 2, { currency: 'EUR', overdraft_limit: '10.00' }),
      buildPublishedReceipt('savings', 1, { currency: 'EUR' }),
      buildRuleReceipt('created', 'one', 1, { product_id }),
      buildRuleReceipt('created', 'two', 1, { product_id, enabled: false }),
      buildRuleReceipt('deleted', 'three', 2, { product_id }),
      buildRuleReceipt('created', 'three', 1, { product_id }),
    ]),
  );

  const { body } = await get('savings');

  expect(body).toMatchObject({
    projection_name: 'product_publication',
    entity_id: 'savings',
    payload: {
      product_id,
      version: 2,
      config: { currency: 'EUR', overdraft_limit: '10.00' },
      rule_count: 2,
      enabled_rule_count: 1,
      published_at: '2026-01-02T00:00:00.000Z',
    },
  });
});

test('returns 404 for a product with only rules', async () => {
  await consumeRecords(
    toStreamRecords([buildRuleReceipt('created', 'r', 1, { product_id: 'unborn' })]),
  );

  expect((await get('unborn')).body).toMatchObject({ code: 'projection_not_found' });
});
