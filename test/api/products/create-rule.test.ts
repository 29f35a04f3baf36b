import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RULES_MAX } from '../../../functions/domain/rules/rules.ts';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { buildRuleBody } from '../../../tools/samples/request-bodies.ts';
import { createRule } from '../../support/fixtures/products.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const path = { productId: 'giro' };
const create = (change: Record<string, unknown>, options = {}) =>
  ledger.call('createRule', { path, body: buildRuleBody(change), ...options });

test('creates a rule with its defaults and emits its event', async () => {
  const made = await create({}, { correlationId: 'rule-event' });

  expect(made.status).toBe(201);
  expect(made.body).toEqual({
    ...buildRuleBody(),
    id: expect.stringMatching(/^rul_/),
    tenant_id: 'acme',
    product_id: 'giro',
    priority: 100,
    enabled: true,
    applies_to: ['POSTING'],
    created_at: made.body.updated_at,
    updated_at: expect.any(String),
  });
  const receipts = await readAllItems(ledger.tables.receipts);
  const receipt = receipts.find((item) => item['correlation_id'] === 'rule-event');
  expect(receipt && readStoredEvents(receipt)).toMatchObject([
    { type: 'rule.created', aggregateId: `giro/${made.body.id}`, version: 1, payload: made.body },
  ]);
});

test('refuses an id that its product uses, until the rule is deleted', async () => {
  const id = 'mine';
  expect((await create({ id })).status).toBe(201);
  expect((await create({ id })).body).toMatchObject({ statusCode: 409, code: 'rule_exists' });
  const elsewhere = { path: { productId: 'savings' } };
  expect((await create({ id }, elsewhere)).status).toBe(201);
  expect((await create({ id }, { tenant: 'globex' })).status).toBe(201);

  await ledger.call('deleteRule', { path: { ...path, ruleId: id } });

  expect((await create({ id, priority: 7 })).body).toMatchObject({ id, priority: 7 });
});

test.each(['defaults', 'evaluate'])(
  'refuses the id %s, whose path belongs to another operation',
  async (id) => {
    const refused = await create({ id });

    expect(refused.body).toMatchObject({
      statusCode: 400,
      code: 'invalid_rule',
      message: [`/id must not be ${id}`],
    });
    expect((await create({ id: `${id}-2` })).status).toBe(201);
  },
);

test('refuses one of two rules created concurrently under one id', async () => {
  const answers = await Promise.all([create({ id: 'race' }), create({ id: 'race' })]);

  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test('refuses more rules than a product may have, until one is deleted', async () => {
  const full = { productId: 'full' };
  for (let n = 0; n < RULES_MAX; n += 1) {
    expect((await create({ id: `rule-${n}`, enabled: n % 2 === 0 }, { path: full })).status).toBe(
      201,
    );
  }

  const refused = await create({}, { path: full });
  const taken = await create({ id: 'rule-7' }, { path: full });
  const seeded = await ledger.call('seedDefaultRules', { path: full });

  expect(refused.body).toMatchObject({ statusCode: 409, code: 'too_many_rules' });
  expect(refused.body.message).toContain(`at most ${RULES_MAX} rules`);
  expect(taken.body.code).toBe('rule_exists');
  expect(seeded.body).toMatchObject({ statusCode: 409, code: 'too_many_rules' });
  await ledger.call('deleteRule', { path: { ...full, ruleId: 'rule-7' } });
  expect((await create({}, { path: full })).status).toBe(201);
});

test('repeats the first answer and refuses the key for another request', async () => {
  const key = 'create-rule-000001';
  const first = await create({ priority: 1 }, { key });

  expect((await create({ priority: 1 }, { key })).text).toBe(first.text);
  expect((await create({ priority: 2 }, { key })).body.code).toBe('idempotency_key_reused');
});

test.each([
  ['amount >', '/condition line 1, column 9: Unexpected token: EOF'],
  ['amount > 1 &&\n currency = "EUR"', '/condition line 2, column 11: Unexpected character: ='],
  [`${'('.repeat(500)}true${')'.repeat(500)}`, 'nests too deep'],
  [`${'['.repeat(150)}${']'.repeat(150)} == 1`, 'nests too deep'],
  [`1${'+1'.repeat(400)} > 0`, '/condition line 1, column'],
  ['amount.__proto__.polluted() == 1', 'there is no function polluted'],
  ['constructor("return 1")()', '/condition line 1, column'],
  ['posting.reference.matches("(a+)+$")', 'there is no function matches'],
])('refuses the condition %j and names the position', async (condition, fault) => {
  const refused = await create({ condition });

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_expression' });
  expect(refused.body.message.join()).toContain(fault);
});

test('accepts a rule that can never be evaluated, with a warning for each mistake', async () => {
  const key = 'create-rule-warned';
  const condition = 'acount.balance < 0 ||\n amount > true';
  const made = await create({ id: 'typo', condition }, { key });

  expect(made.status).toBe(201);
  expect(made.body.warnings).toEqual([
    {
      expression: '/condition',
      message: 'there is no variable acount here',
      line: 1,
      column: 1,
      offset: 0,
    },
    {
      expression: '/condition',
      message: '> cannot take decimal and bool',
      line: 2,
      column: 2,
      offset: 23,
    },
  ]);
  expect((await create({ id: 'typo', condition }, { key })).text).toBe(made.text);
  const { body: rules } = await ledger.call('listRules', { path });
  const { warnings, ...stored } = made.body;
  expect(warnings).toHaveLength(2);
  expect(rules).toContainEqual(stored);
});

test('refuses a rule with warnings for a tenant whose rules are STRICT, and repeats earlier answers', async () => {
  const tenant = 'strict';
  const [typo, key] = ['acount.balance < 0 || amount > true', 'create-rule-strict'];
  const set = (mode: string) =>
    ledger.call('updateGeneralLedgerSettings', { tenant, body: { rule_conditions: mode } });
  const before = await create({ id: 'before', condition: typo }, { tenant, key });
  expect(before.status).toBe(201);

  expect((await set('STRICT')).body).toMatchObject({ rule_conditions: 'STRICT', version: 1 });
  const refused = await create({ condition: typo, enabled: false }, { tenant });

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_rule' });
  expect(refused.body.message).toEqual([
    '/condition line 1, column 1: there is no variable acount here',
    '/condition line 1, column 23: > cannot take decimal and bool',
  ]);
  const repeated = await create({ id: 'before', condition: typo }, { tenant, key });
  expect(repeated.text).toBe(before.text);
  expect((await create({ condition: 'amount > 1' }, { tenant })).status).toBe(201);
  const seeded = await ledger.call('seedDefaultRules', { path, tenant });
  expect(seeded.status).toBe(201);
  await set('REPORTED');
  expect((await create({ condition: typo }, { tenant })).body.warnings).toHaveLength(2);
});

test.each([
  {},
  { deny: true },
  { message: 'x' },
  { type: 123 },
  { type: null },
  { type: 'DENY' },
  { type: 'DENY', message: '' },
  { type: 'CHARGE_FEE' },
  { type: 'CHARGE_FEE', amount: 1.5, income_account_code: ['4000'] },
  { type: 'x'.repeat(65) },
])('accepts any object as action and stores it as written: %j', async (action) => {
  const made = await create({ action });

  expect(made.status).toBe(201);
  expect(made.text).toContain(`"action":${JSON.stringify(action)}`);
});

test('refuses an action of more than 10,000 bytes', async () => {
  const refused = await create({ action: { type: 'NOTIFY', text: 'x'.repeat(10_000) } });

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_rule' });
  expect(refused.body.message).toEqual(['/action must not be larger than 10000 bytes']);
});

test.each([{ rule_type: '' }, { priority: 2 ** 53 - 1 }, { priority: -(2 ** 53 - 1) }])(
  'accepts a body with %j',
  async (change) => {
    expect((await create(change)).body).toMatchObject(change);
  },
);

test('refuses a product id that no product can have', async () => {
  const refused = await create({}, { path: { productId: 'p'.repeat(129) } });

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
});

test.each([
  { rule_type: undefined },
  { condition: undefined },
  { condition: `"${'x'.repeat(2_000)}" == ""` },
  { action: undefined },
  { action: 'DENY' },
  { action: [] },
  { action: null },
  { priority: 1.5 },
  { priority: 2 ** 53 },
  { priority: 1e300 },
  { rule_type: 'two\nlines' },
  { id: 'bell\u0007' },
  { applies_to: ['POSTING\u0000'] },
  { enabled: 'yes' },
  { applies_to: 'POSTING' },
  { id: 'i'.repeat(129) },
  { unknown: 1 },
])('refuses a body with %j', async (change) => {
  expect((await create(change)).body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
});

test.each(['.', '..'])('refuses the id %j, which no path can name', async (id) => {
  const refused = await create({ id });

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_rule' });
  expect(refused.body.message).toEqual(['/id must not be . or ..']);
});

test('accepts an id that has dots', async () => {
  expect((await create({ id: '...' })).status).toBe(201);
});

test('accepts any other action and subjects of the institution’s own', async () => {
  const action = { type: 'REVIEW', queue: ['a', { b: 1 }], constructor: 'data' };
  const made = await createRule(ledger, 'giro', { action, applies_to: ['CARD', 'POSTING'] });

  expect(made.body).toMatchObject({ action, applies_to: ['CARD', 'POSTING'] });
});
