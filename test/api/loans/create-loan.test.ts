import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import { openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { buildLoanRequest } from '../../support/fixtures/loans.ts';
import { setStatus } from '../../support/invariants/change-stored-item.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
let account: string;
beforeAll(async () => {
  ledger = await startLedger();
  account = await openAccount(ledger);
});
afterAll(() => ledger.stop());

const create = (body: unknown, options = {}) => ledger.call('createLoan', { body, ...options });

test('creates a loan with nothing disbursed and returns its Location', async () => {
  const body = { ...buildLoanRequest(account), reference: 'Kitchen' };

  const agreed = await create(body);

  expect(agreed.status).toBe(201);
  expect(agreed.body).toEqual({
    ...body,
    id: expect.stringMatching(/^loan_/),
    status: 'APPROVED',
    disbursed: '0.00',
    principal_outstanding: '0.00',
    interest_outstanding: '0.00',
    fees_outstanding: '0.00',
    version: 1,
    created_at: agreed.body.updated_at,
    updated_at: expect.any(String),
  });
  expect(agreed.headers['Location']).toBe(`/api/loans/${agreed.body.id}`);
  const read = await ledger.call('getLoan', { path: { loanId: agreed.body.id } });
  expect(read.text).toBe(agreed.text);
});

test('emits an event with the loan as its payload', async () => {
  const agreed = await create(buildLoanRequest(account), { correlationId: 'loan-event' });

  const receipts = await readAllItems(ledger.tables.receipts);
  const receipt = receipts.find((item) => item['correlation_id'] === 'loan-event');
  expect(receipt && readStoredEvents(receipt)).toEqual([
    {
      id: expect.stringMatching(/^evt_/),
      type: 'loan.created',
      aggregateId: agreed.body.id,
      version: 1,
      payload: agreed.body,
    },
  ]);
});

test('moves no money', async () => {
  const before = await ledger.call('getAccount', { path: { accountId: account } });

  await create(buildLoanRequest(account));

  const after = await ledger.call('getAccount', { path: { accountId: account } });
  expect(after.text).toBe(before.text);
});

const wrong: [string, Record<string, unknown>, string][] = [
  ['no customer', { customer_id: undefined }, '/customer_id is required'],
  ['an empty customer', { customer_id: '' }, '/customer_id must NOT have fewer than 1'],
  [
    'a customer id of 129 characters',
    { customer_id: 'c'.repeat(129) },
    '/customer_id must NOT have more',
  ],
  ['no product', { product_id: undefined }, '/product_id is required'],
  [
    'a product id of 129 characters',
    { product_id: 'p'.repeat(129) },
    '/product_id must NOT have more',
  ],
  ['no account', { account_id: undefined }, '/account_id is required'],
  ['no currency', { currency: undefined }, '/currency is required'],
  [
    'a lowercase currency',
    { currency: 'eur' },
    '/currency must be three uppercase letters, such as EUR',
  ],
  ['no principal', { principal: undefined }, '/principal is required'],
  ['a number for a principal', { principal: 1000 }, '/principal must be string'],
  [
    'a principal without cents',
    { principal: '1000' },
    '/principal must be an amount with two decimals and no sign, such as "1250.00"',
  ],
  [
    'a negative principal',
    { principal: '-1.00' },
    '/principal must be an amount with two decimals and no sign, such as "1250.00"',
  ],
  [
    '37 digits',
    { principal: `${'9'.repeat(37)}.00` },
    '/principal must be an amount with two decimals and no sign, such as "1250.00"',
  ],
  [
    'a reference of 161 characters',
    { reference: 'r'.repeat(161) },
    '/reference must NOT have more',
  ],
];

test.each(wrong)('refuses %s and names the fault', async (_, change, fault) => {
  const before = await readAllItems(ledger.tables.ledger);

  const refused = await create({ ...buildLoanRequest(account), ...change });

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
  expect(refused.body.message.join(' ')).toContain(fault);
  expect(await readAllItems(ledger.tables.ledger)).toHaveLength(before.length);
});

test('accepts a value at each limit', async () => {
  const edge = {
    customer_id: 'c'.repeat(128),
    product_id: 'p'.repeat(128),
    principal: `${'9'.repeat(36)}.99`,
    reference: '😀'.repeat(160),
  };

  const agreed = await create({ ...buildLoanRequest(account), ...edge });

  expect(agreed.status).toBe(201);
  expect(agreed.body).toMatchObject(edge);
});

test('refuses a principal of zero before it reads the account', async () => {
  const refused = await create({ ...buildLoanRequest('acc_unknown'), principal: '0.00' });

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_amount' });
  expect(refused.body.message).toEqual(['/principal must be above zero']);
});

test('refuses an unknown account and one of another tenant with the same message', async () => {
  const theirs = await openAccount(ledger, { tenant: 'globex' });

  for (const id of [theirs, 'acc_unknown', '']) {
    const refused = await create(buildLoanRequest(id));
    expect(refused.body).toMatchObject({ statusCode: 404, code: 'account_not_found' });
  }
});

test('refuses a loan in another currency than its account’s', async () => {
  const refused = await create({ ...buildLoanRequest(account), currency: 'USD' });

  expect(refused.body).toMatchObject({ statusCode: 409, code: 'currency_mismatch' });
});

test.each(['FROZEN', 'CLOSED'])('refuses a loan on an account that is %s', async (status) => {
  const id = await openAccount(ledger);
  await setStatus(ledger, id, status);

  const refused = await create(buildLoanRequest(id));

  expect(refused.body).toMatchObject({ statusCode: 409, code: 'account_not_active' });
});

test('allows a borrower who does not own the account', async () => {
  const agreed = await create({ ...buildLoanRequest(account), customer_id: 'cus-2' });

  expect(agreed.body).toMatchObject({ customer_id: 'cus-2', account_id: account });
});
