// A tenant is configured and its configuration is in force, over HTTP against the running template.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { credit, debit } from '../support/ledger.ts';
import { startStack } from '../support/stack.ts';
import type { Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

test('products are generated, rules seeded, and a posting is denied by one and not below it', async () => {
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
  // The overdraft of the EU template: 500.00 below zero and no further.
  await post(debit(account, '9999.00'));
  expect((await post(debit(account, '501.01'))).body.code).toBe('insufficient_funds');
  expect((await post(debit(account, '501.00'))).status).toBe(201);
  expect((await stack.get(`/api/accounts/${account}/balance`)).body.balance).toBe('-500.00');
});

test('rules are tried, changed and deleted by their paths', async () => {
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
