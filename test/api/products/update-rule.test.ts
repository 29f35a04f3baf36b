import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { createRule } from '../../support/fixtures/products.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const update = (ruleId: string, body: unknown, options = {}) =>
  ledger.call('updateRule', { path: { productId: 'giro', ruleId }, body, ...options });
const rules = async () => (await ledger.call('listRules', { path: { productId: 'giro' } })).body;

test('changes the given members and leaves the rest', async () => {
  const before = (await createRule(ledger, 'giro', { id: 'one' })).body;

  const changed = await update(
    'one',
    { priority: 5, enabled: false },
    { correlationId: 'updated' },
  );

  expect(changed.status).toBe(200);
  expect(changed.body).toEqual({ status: 'ok', rule_id: 'one' });
  const [after] = await rules();
  expect(after).toEqual({ ...before, priority: 5, enabled: false, updated_at: after.updated_at });
  const receipts = await readAllItems(ledger.tables.receipts);
  const receipt = receipts.find((item) => item['correlation_id'] === 'updated');
  expect(receipt && readStoredEvents(receipt)).toMatchObject([
    { type: 'rule.updated', aggregateId: 'giro/one', version: 2, payload: after },
  ]);
});

test('applies all concurrent changes', async () => {
  await createRule(ledger, 'giro', { id: 'race' });
  const changes = [{ priority: 1 }, { enabled: false }, { applies_to: ['LOAN_TRANSACTION'] }];

  const answers = await Promise.all(changes.map((change) => update('race', change)));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const after = (await rules()).find(({ id }: { id: string }) => id === 'race');
  expect(after).toMatchObject(Object.assign({}, ...changes));
});

test('answers the warnings of the changed rule', async () => {
  await createRule(ledger, 'giro', { id: 'warned', condition: 'posting.direction == "DEBIT"' });
  const warning = {
    expression: '/condition',
    message: 'null has no members',
    line: 1,
    column: 9,
    offset: 8,
  };

  const narrowed = await update('warned', { applies_to: ['LOAN_TRANSACTION'] });
  const disabled = await update('warned', { enabled: false });
  const mended = await update('warned', { condition: 'posting == null' });

  const answer = { status: 'ok', rule_id: 'warned' };
  expect(narrowed.status).toBe(200);
  expect(narrowed.body).toEqual({ ...answer, warnings: [warning] });
  expect(disabled.body).toEqual({ ...answer, warnings: [warning] });
  expect(mended.body).toEqual(answer);
});

test('a STRICT tenant can switch a rule with warnings off or mend it, and not change it otherwise', async () => {
  const tenant = 'strict';
  const key = 'update-rule-strict1';
  await createRule(ledger, 'giro', { id: 'typo', condition: 'acount > 1' }, { tenant });
  const first = await update('typo', { priority: 1 }, { tenant, key });
  await ledger.call('updateGeneralLedgerSettings', {
    tenant,
    body: { rule_conditions: 'STRICT' },
  });
  const answer = async (change: object) => (await update('typo', change, { tenant })).body;

  for (const change of [
    { priority: 2 },
    { enabled: true },
    { condition: 'acount > 2', enabled: false },
    { applies_to: ['POSTING', 'LOAN_TRANSACTION'], enabled: false },
  ]) {
    expect(await answer(change)).toMatchObject({ statusCode: 400, code: 'invalid_rule' });
  }
  expect((await update('typo', { priority: 1 }, { tenant, key })).text).toBe(first.text);
  expect((await answer({ enabled: false })).warnings).toHaveLength(1);
  expect((await answer({ priority: 3 })).warnings).toHaveLength(1);
  expect(await answer({ enabled: true })).toMatchObject({ code: 'invalid_rule' });
  const mended = { status: 'ok', rule_id: 'typo' };
  expect(await answer({ condition: 'amount > 2', enabled: true })).toEqual(mended);
});

test('repeats the first answer and refuses the key for another request', async () => {
  await createRule(ledger, 'giro', { id: 'once' });
  const key = 'update-rule-000001';
  const first = await update('once', { priority: 1 }, { key });

  expect((await update('once', { priority: 1 }, { key })).text).toBe(first.text);
  expect((await update('once', { priority: 2 }, { key })).body.code).toBe('idempotency_key_reused');
});

test('returns 404 for an unknown or deleted rule and for one of another tenant', async () => {
  await createRule(ledger, 'giro', { id: 'foreign' }, { tenant: 'globex' });
  await createRule(ledger, 'giro', { id: 'gone' });
  await ledger.call('deleteRule', { path: { productId: 'giro', ruleId: 'gone' } });

  for (const id of ['never', 'gone', 'foreign', 'P', 'V#000000000001']) {
    expect((await update(id, {})).body).toMatchObject({ statusCode: 404, code: 'rule_not_found' });
  }
});

test.each([
  [{ condition: 'amount >' }, 'invalid_expression'],
  [{ action: { text: 'x'.repeat(10_000) } }, 'invalid_rule'],
  [{ rule_type: 'OTHER' }, 'invalid_request'],
  [{ id: 'other' }, 'invalid_request'],
  [{ condition: 'x'.repeat(2_001) }, 'invalid_request'],
])('refuses %j', async (change, code) => {
  expect((await update('one', change)).body).toMatchObject({ statusCode: 400, code });
});
