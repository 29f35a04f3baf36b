// The versions of a rule, from its creation over its deletion to the next rule of that id.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildRuleBody } from '../../../tools/samples/request-bodies.ts';
import { createRule } from '../../support/fixtures/products.ts';
import { projectReceipts } from '../../support/projections/projections.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { CallOptions, TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const path = { productId: 'giro', ruleId: 'limit' };
const list = (options: CallOptions = {}) => ledger.call('listRuleVersions', { path, ...options });

test('shows each version as a whole, with who made it, when and by which request', async () => {
  const created = await createRule(ledger, 'giro', { id: 'limit' }, { subject: 'op_ada' });
  const body = { condition: 'amount > 5', enabled: false };
  const flow = { subject: 'op_grace', correlationId: 'change-of-the-limit' };
  await ledger.call('updateRule', { path, body, ...flow });
  await ledger.call('deleteRule', { path, subject: 'op_linus' });
  await createRule(ledger, 'giro', { id: 'limit', condition: 'amount > 7' });
  await projectReceipts(ledger);

  const { status, headers, body: page } = await list({ permissions: ['finance.read'] });

  expect(status).toBe(200);
  expect(headers['X-Lag-Seconds']).toBe('0');
  const { condition, action, rule_type } = buildRuleBody();
  const whole = { condition, action, rule_type, priority: 100, enabled: true };
  expect(page.items).toMatchObject([
    { version: 4, event_type: 'rule.created', content: { ...whole, condition: 'amount > 7' } },
    { version: 3, event_type: 'rule.deleted', changed_by: 'op_linus', operation: 'deleteRule' },
    { version: 2, event_type: 'rule.updated', content: { ...whole, ...body } },
    { version: 1, event_type: 'rule.created', content: created.body },
  ]);
  const [, , changed] = page.items;
  expect(changed).toEqual({
    version: 2,
    event_type: 'rule.updated',
    changed_at: expect.stringMatching(/^\d{4}-.*Z$/),
    changed_by: 'op_grace',
    operation: 'updateRule',
    receipt_id: expect.stringMatching(/^rcp_[0-9a-f]{32}$/),
    correlation_id: 'change-of-the-limit',
    content: expect.any(Object),
  });
  const audited = await ledger.call('listAuditEvents', { query: { actor: 'op_grace' } });
  expect(audited.body.items[0].id).toBe(changed.receipt_id);
  await ledger.call('deleteRule', { path });
  await projectReceipts(ledger);
  expect((await list()).body.items).toHaveLength(5);
});

test('two rules whose ids join to the same text have versions of their own', async () => {
  const ids = [
    { productId: 'a/b', ruleId: 'c' },
    { productId: 'a', ruleId: 'b/c' },
  ];
  for (const { productId, ruleId: id } of ids) await createRule(ledger, productId, { id });
  await projectReceipts(ledger);

  for (const one of ids) {
    const { body } = await list({ path: one });
    expect(body.items).toMatchObject([{ content: { product_id: one.productId, id: one.ruleId } }]);
  }
});

test.each([
  ['another rule', { path: { ...path, ruleId: 'none' } }, 404, 'rule_not_found'],
  ['an id that is too long', { path: { ...path, ruleId: 'x'.repeat(129) } }, 404, 'rule_not_found'],
  ['the rule of another tenant', { tenant: 'globex' }, 404, 'rule_not_found'],
  ['a limit above 100', { query: { limit: '101' } }, 400, 'invalid_request'],
  ['another permission', { permissions: ['configuration.write'] }, 403, 'permission_denied'],
])('refuses %s', async (_, options: CallOptions, statusCode, code) => {
  expect((await list(options)).body).toMatchObject({ statusCode, code });
});
