// Configures a tenant and applies its configuration, over HTTP against the running template.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { credit, debit } from '../../support/stack/ledger.ts';
import { startTestStack } from '../../support/stack/stack.ts';
import type { TestStack } from '../../support/stack/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.stop());

test('generates products, seeds rules, and a rule denies a posting above its limit only', async () => {
  expect((await stack.get('/api/products/config')).status).toBe(404);
  const generated = await stack.post('/api/products/config/generate', { jurisdiction: 'EU' });
  expect(generated.status).toBe(201);
  expect((await stack.get('/api/products/config')).text).toBe(generated.text);
  const rules = '/api/products/current-account/rules';
  expect((await stack.post(`${rules}/defaults`, undefined)).status).toBe(201);
  const opened = await stack.post('/api/accounts', {
    customer_id: 'cus-1',
    product_id: 'current-account',
    name: 'Ada',
    currency: 'EUR',
  });
  const account = opened.body.id as string;
  const post = (body: unknown) => stack.post('/api/journal-entries', body);
  expect((await post(credit(account, '20000.00'))).status).toBe(201);

  const denied = await post(debit(account, '10000.01'));
  const posted = await post(debit(account, '10000.00'));

  expect(denied.body).toMatchObject({
    statusCode: 403,
    error: 'Forbidden',
    code: 'policy_denied',
    message: 'A single debit may not exceed 10000.00. (rule default-debit-limit)',
  });
  expect(posted.status).toBe(201);
  // The EU template allows an overdraft of 500.00.
  await post(debit(account, '9999.00'));
  expect((await post(debit(account, '501.01'))).body.code).toBe('insufficient_funds');
  expect((await post(debit(account, '501.00'))).status).toBe(201);
  expect((await stack.get(`/api/accounts/${account}/balance`)).body.balance).toBe('-500.00');
});

test('evaluates, changes and deletes rules by their paths', async () => {
  const rules = '/api/products/giro%2F1/rules';
  const rule = {
    id: 'a rule/1',
    rule_type: 'LIMIT',
    condition: 'amount > 5',
    action: { type: 'DENY', message: 'No.' },
  };
  expect((await stack.post(rules, rule)).status).toBe(201);
  const sample = { posting: { direction: 'DEBIT', amount: '5.01', currency: 'EUR' } };

  const tried = await stack.post(`${rules}/evaluate`, { sample });
  const path = `${rules}/a%20rule%2F1`;
  const changed = await stack.request('PUT', path, { body: { enabled: false } });
  const again = await stack.post(`${rules}/evaluate`, { sample });
  const deleted = await stack.request('DELETE', path);

  expect(tried.body).toMatchObject({
    product_id: 'giro/1',
    decision: 'DENY',
    denied_by: 'a rule/1',
  });
  expect(changed.body).toEqual({ status: 'ok', rule_id: 'a rule/1' });
  expect(again.body.decision).toBe('ALLOW');
  expect(deleted.body).toEqual({ status: 'ok', rule_id: 'a rule/1' });
  expect((await stack.get(rules)).body).toEqual([]);
});

test('defines the monthly fee once, executes it, and shows it on the statement and in the journal', async () => {
  const preset = '/api/workflows/presets/monthly-fee-charge';
  const created = await stack.post(preset, undefined);
  expect(created.status).toBe(201);
  expect((await stack.post(preset, undefined)).body).toMatchObject({ code: 'preset_exists' });
  const listed = await stack.get('/api/workflows/trigger/MONTHLY_FEE_DUE');
  expect(listed.text).toBe(`[${created.text}]`);
  const account = (
    await stack.post('/api/accounts', {
      customer_id: 'cus-2',
      product_id: 'unpublished',
      name: 'Grace',
      currency: 'EUR',
    })
  ).body.id as string;
  await stack.post('/api/journal-entries', credit(account, '12.00'));
  const path = `${created.headers.get('location')}/execute`;
  const body = { context: { account_id: account, amount: '7.50' } };
  const writer = await stack.token({ scope: 'finance.write', sub: 'night-run' });
  const key = 'monthly-fee-2026-11';

  const executed = await stack.post(path, body, { token: writer, key });
  const again = await stack.post(path, body, { token: writer, key });
  const empty = await stack.post(path, body, { token: writer });
  const unknown = await stack.post('/api/workflows/wfl_nothing/execute', body);

  expect(executed.status).toBe(201);
  expect(again.text).toBe(executed.text);
  expect(empty.body).toMatchObject({ statusCode: 409, code: 'step_failed' });
  expect(unknown.body).toMatchObject({ statusCode: 404, code: 'workflow_not_found' });
  const read = await stack.get(executed.headers.get('location') ?? '');
  expect(read.text).toBe(executed.text);
  const executions = await stack.get(`${created.headers.get('location')}/executions`);
  expect(executions.body).toEqual({ items: [executed.body] });
  const { items } = (await stack.get(`/api/accounts/${account}/statement`)).body;
  expect(items.at(-1)).toMatchObject({ amount: '7.50', reference: 'Monthly fee' });
  expect(items).toHaveLength(2);
  const entry = await stack.get(`/api/journal-entries/${items.at(-1).journal_entry_id}`);
  expect(entry.body).toMatchObject({
    workflow_execution_id: executed.body.id,
    posted_by: 'night-run',
  });
});

test('defines and exports a schema, and imports it as the next version and into another tenant', async () => {
  const preset = '/api/schemas/presets/business-registration';
  const created = await stack.post(preset, undefined);
  expect(created.status).toBe(201);
  const path = created.headers.get('location') ?? '';
  const exported = await stack.get(`${path}/export`);
  const token = await stack.token({ tenant_id: 'globex' });

  const next = await stack.post('/api/schemas/import', exported.text);
  const theirs = await stack.post('/api/schemas/import', exported.text, { token });

  expect(next.body).toMatchObject({ id: created.body.id, version: 2 });
  expect(theirs.body).toMatchObject({ tenant_id: 'globex', version: 1 });
  expect((await stack.get(path)).body).toEqual(next.body);
  expect((await stack.get(path, { token })).body).toMatchObject({ code: 'schema_not_found' });
  expect((await stack.get('/api/schemas')).body).toEqual([next.body]);
});
