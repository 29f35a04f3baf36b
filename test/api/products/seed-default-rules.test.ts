import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DEFAULT_RULES } from '../../../functions/domain/rules/default-rules.ts';
import { draftRule } from '../../../functions/domain/rules/rules.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { readAllItems } from '../../support/stack/tables.ts';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const seed = (productId: string, options = {}) =>
  ledger.call('seedDefaultRules', { path: { productId }, ...options });

test('creates the whole set, and later only the missing rules', async () => {
  const first = await seed('giro');
  const path = { productId: 'giro' };
  const [changed, deleted] = DEFAULT_RULES.map(({ id }) => ({ ...path, ruleId: id }));
  await ledger.call('updateRule', { path: changed ?? {}, body: { enabled: false } });
  await ledger.call('deleteRule', { path: deleted ?? {} });

  const again = await seed('giro', { correlationId: 'seeded-again' });

  expect(first.status).toBe(201);
  expect(first.body.map(({ id }: { id: string }) => id)).toEqual(DEFAULT_RULES.map(({ id }) => id));
  expect(again.body[0]).toMatchObject({ id: changed?.ruleId, enabled: false });
  expect(again.body[1]).toMatchObject({ id: deleted?.ruleId, enabled: true });
  const listed = (await ledger.call('listRules', { path })).body;
  expect(listed).toHaveLength(DEFAULT_RULES.length);
  const receipts = await readAllItems(ledger.tables.receipts);
  const receipt = receipts.find((item) => item['correlation_id'] === 'seeded-again');
  expect(receipt && readStoredEvents(receipt)).toMatchObject([
    { type: 'rule.created', aggregateId: `giro/${deleted?.ruleId}`, version: 3 },
  ]);
});

test('writes a receipt even when no rule is missing', async () => {
  const first = await seed('complete');
  const key = 'seed-default-rules';
  const second = await seed('complete', { key });

  expect(second.text).toBe(first.text);
  expect((await seed('complete', { key })).headers['Idempotency-Replayed']).toBe('true');
  expect((await seed('incomplete', { key })).body.code).toBe('idempotency_key_reused');
});

test('creates each rule once when seeded twice concurrently', async () => {
  const answers = await Promise.all([seed('race'), seed('race')]);

  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(answers[0]?.text).toBe(answers[1]?.text);
});

test('has default rules that createRule accepts', () => {
  for (const { condition, action, ruleType } of DEFAULT_RULES) {
    expect(() => draftRule({ condition, action, rule_type: ruleType })).not.toThrow();
  }
});
