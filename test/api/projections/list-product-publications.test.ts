import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { published, ruleChanged } from '../../support/contract/product-events.ts';
import { consume, streamRecords } from '../../support/projections/projections.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

test('lists the products by their ids, and none of which only rules are known', async () => {
  await consume(
    streamRecords([
      published('savings', 1),
      published('current', 1),
      ruleChanged('created', 'r', 1, { product_id: 'loans' }),
    ]),
  );

  const { body } = await ledger.call('listProductPublications');

  expect(body.map(({ entity_id: id }: { entity_id: string }) => id)).toEqual([
    'current',
    'savings',
  ]);
});
