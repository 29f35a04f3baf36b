// The steps of the README's tour, over HTTP against the running template.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ledgerClient } from '../../../client/client.ts';
import { credit, transfer } from '../../support/stack/ledger.ts';
import { startTestStack } from '../../support/stack/stack.ts';
import type { TestStack } from '../../support/stack/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.stop());

const account = { customer_id: 'cus-1', product_id: 'current', name: 'Ada', currency: 'EUR' };

test('opens an account, posts money, and shows the right balance and statement', async () => {
  const { baseUrl } = stack;
  const token = await stack.token();
  const { GET, POST } = ledgerClient({ baseUrl, token: () => token });
  const open = async (name: string) =>
    (await POST('/api/accounts', { body: { ...account, name } })).data?.id ?? '';
  const ada = await open('Ada');
  const bob = await open('Bob');

  const paidIn = await POST('/api/journal-entries', { body: credit(ada, '100.00') });
  const moved = await POST('/api/journal-entries', { body: transfer(ada, bob, '25.50') });
  expect([paidIn.response.status, moved.response.status]).toEqual([201, 201]);

  const ofAda = { params: { path: { accountId: ada } } };
  const balance = await GET('/api/accounts/{accountId}/balance', ofAda);
  expect(balance.data).toEqual({ account_id: ada, balance: '74.50', currency: 'EUR', version: 3 });
  const ofBob = { params: { path: { accountId: bob }, query: { limit: 10 } } };
  const statement = await GET('/api/accounts/{accountId}/statement', ofBob);
  expect(statement.data?.items).toEqual([
    expect.objectContaining({
      direction: 'CREDIT',
      amount: '25.50',
      balance_after: '25.50',
      journal_entry_id: moved.data?.id,
    }),
  ]);
  const location = moved.response.headers.get('location') ?? '';
  expect((await stack.get(location)).body).toEqual(moved.data);
  const accounts = await GET('/api/accounts');
  expect(accounts.data?.map(({ id }) => id)).toEqual([ada, bob]);
});

test('repeats the answer under the same key, also after a lost first answer', async () => {
  const key = 'tour-0000-0000-0001';
  const first = await stack.post('/api/accounts', account, { key });
  const again = await stack.post('/api/accounts', account, { key });
  const other = await stack.post('/api/accounts', { ...account, name: 'Eve' }, { key });

  expect(again.text).toBe(first.text);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(other.body).toMatchObject({ statusCode: 409, code: 'idempotency_key_reused' });
});

test('shows another tenant nothing', async () => {
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

test('names a misspelt filter that it ignored', async () => {
  const listed = await stack.get('/api/accounts?custmer_id=cus-1&limit=1');
  const read = await stack.get('/api/journal-entries?acount%0Acode=1000&actor=ada');
  const right = await stack.get('/api/accounts?limit=1');

  expect([listed.status, read.status]).toEqual([200, 200]);
  expect(listed.headers.get('x-unknown-parameters')).toBe('custmer_id');
  expect(read.headers.get('x-unknown-parameters')).toBe('acount%0Acode, actor');
  expect(right.headers.has('x-unknown-parameters')).toBe(false);
});

test('echoes or generates the correlation id on every kind of answer', async () => {
  const headers = { 'x-correlation-id': 'flow-42' };

  expect((await stack.get('/api/accounts', { headers })).headers.get('x-correlation-id')).toBe(
    'flow-42',
  );
  const missing = await stack.get('/api/accounts/acc_x', { headers });
  expect(missing.body.correlation_id).toBe('flow-42');
  expect((await stack.get('/nowhere')).headers.get('x-correlation-id')).toMatch(/.+/);
  expect((await stack.get('/api/accounts')).headers.get('x-correlation-id')).toMatch(/.+/);
});
