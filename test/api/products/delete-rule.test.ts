import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { createRule, publishProduct } from '../../support/fixtures/products.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const remove = (ruleId: string, options = {}) =>
  ledger.call('deleteRule', { path: { productId: 'giro', ruleId }, ...options });

test('deletes a rule once', async () => {
  await createRule(ledger, 'giro', { id: 'one' });
  const key = 'delete-rule-000001';

  const deleted = await remove('one', { key, correlationId: 'deleted' });
  const repeated = await remove('one', { key });
  const again = await remove('one');

  expect(deleted.status).toBe(200);
  expect(deleted.body).toEqual({ status: 'ok', rule_id: 'one' });
  expect(repeated.text).toBe(deleted.text);
  expect(again.body).toMatchObject({ statusCode: 404, code: 'rule_not_found' });
  expect((await remove('two', { key })).body.code).toBe('idempotency_key_reused');
  expect((await ledger.call('listRules', { path: { productId: 'giro' } })).body).toEqual([]);
  const receipts = await readAllItems(ledger.tables.receipts);
  const receipt = receipts.find((item) => item['correlation_id'] === 'deleted');
  expect(receipt && readStoredEvents(receipt)).toMatchObject([
    { type: 'rule.deleted', aggregateId: 'giro/one', version: 2, payload: { id: 'one' } },
  ]);
});

test('returns 404 for a product id that no product can have', async () => {
  const long = 'r'.repeat(3_000);

  expect((await remove(long)).body.code).toBe('rule_not_found');
  const options = { path: { productId: long, ruleId: 'one' } };
  expect((await ledger.call('deleteRule', options)).body.code).toBe('rule_not_found');
});

// 128 characters are up to 256 units of UTF-16.
const LONGEST = '\u{1F4B6}'.repeat(128);

test('deletes a rule whose ids have 128 characters of any plane', async () => {
  await publishProduct(ledger, LONGEST);
  const product = await ledger.call('getProduct', { path: { productId: LONGEST } });
  await createRule(ledger, LONGEST, { id: LONGEST });
  const path = { productId: LONGEST, ruleId: LONGEST };
  const listed = await ledger.call('listRules', { path: { productId: LONGEST } });
  const updated = await ledger.call('updateRule', { path, body: { enabled: false } });
  const deleted = await ledger.call('deleteRule', { path });

  expect(product.body).toMatchObject({ id: LONGEST, version: 1 });
  expect(listed.body).toMatchObject([{ id: LONGEST }]);
  expect([updated.status, deleted.status]).toEqual([200, 200]);
});

test('does not delete rules of another tenant', async () => {
  await createRule(ledger, 'giro', { id: 'theirs' }, { tenant: 'globex' });

  expect((await remove('theirs')).status).toBe(404);
  expect((await remove('theirs', { tenant: 'globex' })).status).toBe(200);
});
