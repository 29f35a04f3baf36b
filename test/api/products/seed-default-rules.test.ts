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

test('gives a product the whole set, and again only what it lacks', async () => {
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

test('has nothing to write when nothing is missing, and still a receipt', async () => {
  const first = await seed('complete');
  const key = 'seed-default-rules';
  const second = await seed('complete', { key });

  expect(second.text).toBe(first.text);
  expect((await seed('complete', { key })).headers['Idempotency-Replayed']).toBe('true');
  expect((await seed('incomplete', { key })).body.code).toBe('idempotency_key_reused');
});

test('seeded twice at once, each rule is there once', async () => {
  const answers = await Promise.all([seed('race'), seed('race')]);

  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(answers[0]?.text).toBe(answers[1]?.text);
});

test('every default rule is one that could be created', () => {
  for (const { condition, action, ruleType } of DEFAULT_RULES) {
    expect(() => draftRule({ condition, action, rule_type: ruleType })).not.toThrow();
  }
});
