// What the README's tour does, over HTTP against the running template.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { credit, transfer } from '../support/ledger.ts';
import { startStack } from '../support/stack.ts';
import type { Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const account = { customer_id: 'cus-1', product_id: 'current', name: 'Ada', currency: 'EUR' };

test('an account is opened, money is posted, balance and statement are right', async () => {
  const ada = await stack.post('/api/accounts', account);
  const bob = await stack.post('/api/accounts', { ...account, name: 'Bob' });
  expect([ada.status, bob.status]).toEqual([201, 201]);

  const paidIn = await stack.post('/api/journal-entries', credit(ada.body.id, '100.00'));
  const moved = await stack.post(
    '/api/journal-entries',
    transfer(ada.body.id, bob.body.id, '25.50'),
  );
  expect([paidIn.status, moved.status]).toEqual([201, 201]);

  const balance = await stack.get(`/api/accounts/${ada.body.id}/balance`);
  expect(balance.body).toEqual({
    account_id: ada.body.id,
    balance: '74.50',
    currency: 'EUR',
    version: 3,
  });
  const statement = await stack.get(`/api/accounts/${bob.body.id}/statement`);
  expect(statement.body.items).toEqual([
    expect.objectContaining({
      direction: 'CREDIT',
      amount: '25.50',
      balance_after: '25.50',
      journal_entry_id: moved.body.id,
    }),
  ]);
  const location = moved.headers.get('location') ?? '';
  expect((await stack.get(location)).text).toBe(moved.text);
  const accounts = await stack.get('/api/accounts');
  expect(accounts.body.map(({ id }: { id: string }) => id)).toEqual([ada.body.id, bob.body.id]);
});

test('the same key gives the same answer, also with the first one lost', async () => {
  const key = 'tour-0000-0000-0001';
  const first = await stack.post('/api/accounts', account, { key });
  const again = await stack.post('/api/accounts', account, { key });
  const other = await stack.post('/api/accounts', { ...account, name: 'Eve' }, { key });

  expect(again.text).toBe(first.text);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(other.body).toMatchObject({ statusCode: 409, code: 'idempotency_key_reused' });
});

test('another tenant finds nothing of ours', async () => {
  const opened = await stack.post('/api/accounts', account);
  const posted = await stack.post('/api/journal-entries', credit(opened.body.id, '1.00'));
  const token = await stack.token({ tenant_id: 'globex' });

  for (const path of [
    `/api/accounts/${opened.body.id}`,
    `/api/accounts/${opened.body.id}/balance`,
    `/api/accounts/${opened.body.id}/statement`,
    `/api/journal-entries/${posted.body.id}`,
  ]) {
    expect((await stack.get(path, { token })).status).toBe(404);
  }
  expect((await stack.get('/api/accounts', { token })).body).toEqual([]);
  expect((await stack.get('/api/journal-entries', { token })).body).toEqual({ items: [] });
});

test('the correlation id is echoed or made, on every kind of answer', async () => {
  const headers = { 'x-correlation-id': 'flow-42' };

  expect((await stack.get('/api/accounts', { headers })).headers.get('x-correlation-id')).toBe(
    'flow-42',
  );
  const missing = await stack.get('/api/accounts/acc_x', { headers });
  expect(missing.body.correlation_id).toBe('flow-42');
  expect((await stack.get('/nowhere')).headers.get('x-correlation-id')).toMatch(/.+/);
  expect((await stack.get('/api/accounts')).headers.get('x-correlation-id')).toMatch(/.+/);
});
