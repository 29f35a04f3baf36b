// A loan from agreement to settlement, over HTTP against the running template.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { expectSoundLedger } from '../../support/invariants/invariants.ts';
import { debit } from '../../support/stack/ledger.ts';
import {
  disbursement,
  fee,
  interest,
  buildLoanRequest,
  repayment,
} from '../../support/fixtures/loans.ts';
import { startTestStack } from '../../support/stack/stack.ts';
import type { TestStack } from '../../support/stack/stack.ts';
import { findTable } from '../../support/stack/tables.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(async () => {
  const { endpoint } = stack.local;
  await expectSoundLedger(await findTable('ledger', endpoint), endpoint);
  await stack.stop();
});

const open = async () => {
  const account = { customer_id: 'cus-1', product_id: 'current', name: 'Ada', currency: 'EUR' };
  return (await stack.post('/api/accounts', account)).body.id as string;
};

test('creates, disburses, accrues, repays and settles a loan', async () => {
  const account = await open();
  const agreed = await stack.post('/api/loans', buildLoanRequest(account));
  expect(agreed.status).toBe(201);
  const loan = agreed.headers.get('location') ?? '';
  const post = (body: unknown) => stack.post(`${loan}/transactions`, body);

  const paidOut = await post(disbursement('1000.00'));
  expect(paidOut.status).toBe(201);
  await post(interest('30.00'));
  await post(fee('20.00'));
  // The outstanding total exceeds the disbursed amount, so the account cannot cover it.
  const all = repayment('1050.00', { principal: '1000.00', interest: '30.00', fees: '20.00' });
  expect((await post(all)).body).toMatchObject({ statusCode: 409, code: 'insufficient_funds' });
  await post(repayment('950.00', { principal: '900.00', interest: '30.00', fees: '20.00' }));
  expect((await stack.get(loan)).body).toMatchObject({
    status: 'ACTIVE',
    principal_outstanding: '100.00',
    interest_outstanding: '0.00',
    fees_outstanding: '0.00',
    version: 5,
  });
  expect((await stack.get(`/api/accounts/${account}/balance`)).body.balance).toBe('50.00');
  // The customer spends money, so the next instalment is refused until the account is funded again.
  await stack.post('/api/journal-entries', debit(account, '50.00'));
  const last = repayment('100.00', { principal: '100.00' });
  expect((await post(last)).body.code).toBe('insufficient_funds');
  const other = await stack.post('/api/loans', buildLoanRequest(account));
  await stack.post(`${other.headers.get('location')}/transactions`, disbursement('100.00'));
  expect((await post(last)).status).toBe(201);

  expect((await stack.get(loan)).body.status).toBe('SETTLED');
  const location = paidOut.headers.get('location') ?? '';
  expect((await stack.get(location)).text).toBe(paidOut.text);
  const listed = await stack.get(`${loan}/transactions?limit=2`);
  expect(listed.body.items.map(({ type }: { type: string }) => type)).toEqual([
    'DISBURSEMENT',
    'INTEREST',
  ]);
  const entry = await stack.get(`/api/journal-entries/${paidOut.body.journal_entry_id}`);
  expect(entry.body.transaction_id).toBe(paidOut.body.id);
  const ids = (await stack.get('/api/loans')).body.map(({ id }: { id: string }) => id);
  expect(ids).toEqual([agreed.body.id, other.body.id]);
});

test('repeats the answer under the same key and disburses once', async () => {
  const loan = await stack.post('/api/loans', buildLoanRequest(await open()));
  const path = `/api/loans/${loan.body.id}/transactions`;
  const key = 'loan-0000-0000-0001';

  const first = await stack.post(path, disbursement('10.00'), { key });
  const again = await stack.post(path, disbursement('10.00'), { key });
  const other = await stack.post(path, disbursement('11.00'), { key });

  expect(again.text).toBe(first.text);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(other.body).toMatchObject({ statusCode: 409, code: 'idempotency_key_reused' });
  expect((await stack.get(`/api/loans/${loan.body.id}`)).body.disbursed).toBe('10.00');
});

test('shows another tenant nothing, and refuses a reader’s posting', async () => {
  const loan = await stack.post('/api/loans', buildLoanRequest(await open()));
  const path = `/api/loans/${loan.body.id}`;
  const posted = await stack.post(`${path}/transactions`, disbursement('10.00'));
  const token = await stack.token({ tenant_id: 'globex' });
  const reader = await stack.token({ scope: 'finance.read' });

  for (const foreignPath of [path, `${path}/transactions`, `/api/transactions/${posted.body.id}`]) {
    expect((await stack.get(foreignPath, { token })).status).toBe(404);
  }
  expect((await stack.get('/api/loans', { token })).body).toEqual([]);
  const theirs = await stack.post(`${path}/transactions`, disbursement('10.00'), { token });
  expect(theirs.body).toMatchObject({ statusCode: 404, code: 'loan_not_found' });
  const read = await stack.post(`${path}/transactions`, disbursement('10.00'), { token: reader });
  expect(read.body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
});
