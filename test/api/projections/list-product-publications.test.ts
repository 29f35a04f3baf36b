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

test('lists the products by id, without those that have only rules', async () => {
  await consumeRecords(
    toStreamRecords([
      buildPublishedReceipt('savings', 1),
      buildPublishedReceipt('current', 1),
      buildRuleReceipt('created', 'r', 1, { product_id: 'loans' }),
    ]),
  );

  const { body } = await ledger.call('listProductPublications');

  expect(body.map(({ entity_id: id }: { entity_id: string }) => id)).toEqual([
    'current',
    'savings',
  ]);
});
