import { afterAll, expect, test } from '@jest/globals';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import { setStatus } from '../../support/invariants/change-stored-item.ts';
import { expectValid } from '../../support/contract/contract.ts';
import { expectSoundLedger } from '../../support/invariants/invariants.ts';
import { credit, debit, startLedger } from '../../support/stack/ledger.ts';
import { buildAllocatedTransactionBody } from '../../../tools/samples/request-bodies.ts';
import {
  agreeLoan,
  disbursedLoan,
  disbursement,
  fee,
  interest,
  repayment,
} from '../../support/fixtures/loans.ts';
import { readAllItems } from '../../support/stack/tables.ts';
import { replaceIdTime } from '../../support/fixtures/absent-ids.ts';

const ledger = await startLedger();
afterAll(async () => {
  await expectSoundLedger(ledger.tables.ledger);
  await ledger.stop();
});

const post = (loanId: string, body: unknown, options = {}) =>
  ledger.call('postLoanTransaction', { path: { loanId }, body, ...options });
const fromLoanItem = async (loanId: string) =>
  (await ledger.call('getLoan', { path: { loanId } })).body;
const balanceOf = async (accountId: string) =>
  (await ledger.call('getAccountBalance', { path: { accountId } })).body.balance;
const entryOf = async (journalEntryId: string) =>
  (await ledger.call('getJournalEntry', { path: { journalEntryId } })).body;

async function expectRefusal(loanId: string, body: unknown, status: number, code: string) {
  const before = await readAllItems(ledger.tables.ledger);
  const refused = await post(loanId, body);
  expect(refused.body).toMatchObject({ statusCode: status, code });
  expect(await readAllItems(ledger.tables.ledger)).toEqual(before);
  return refused.body;
}

test('disburses to the account and raises the outstanding principal', async () => {
  const { id, account } = await agreeLoan(ledger, { reference: 'Kitchen' });

  const posted = await post(id, disbursement('600.00'), { correlationId: 'payout' });

  expect(posted.status).toBe(201);
  expect(posted.headers['Location']).toBe(`/api/transactions/${posted.body.id}`);
  expect(posted.body).toEqual({
    ...disbursement('600.00'),
    id: expect.stringMatching(/^txn_/),
    loan_id: id,
    journal_entry_id: posted.body.id.replace('txn', 'jrn'),
    posted_by: 'ada',
    correlation_id: 'payout',
    posted_at: expect.any(String),
  });
  expect(await balanceOf(account)).toBe('600.00');
  expect(await fromLoanItem(id)).toMatchObject({
    status: 'ACTIVE',
    disbursed: '600.00',
    principal_outstanding: '600.00',
    version: 2,
  });
  expect(await entryOf(posted.body.journal_entry_id)).toMatchObject({
    entry_type: 'POSTING',
    transaction_id: posted.body.id,
    ledger_lines: [
      { account_code: 'LOANS_RECEIVABLE', debit_amount: '600.00' },
      { account_code: 'CUSTOMER_DEPOSITS', credit_amount: '600.00' },
    ],
    account_postings: [{ account_id: account, direction: 'CREDIT', reference: 'Kitchen' }],
  });
});

test('debits a repayment from the account and reduces each part', async () => {
  const { id, account } = await disbursedLoan(ledger);
  await post(id, interest('20.00'));
  await post(id, fee('5.00'));

  const body = repayment('110.00', { principal: '90.00', interest: '15.00', fees: '5.00' });
  const posted = await post(id, body);

  expect(posted.status).toBe(201);
  expect(await balanceOf(account)).toBe('890.00');
  expect(await fromLoanItem(id)).toMatchObject({
    status: 'ACTIVE',
    disbursed: '1000.00',
    principal_outstanding: '910.00',
    interest_outstanding: '5.00',
    fees_outstanding: '0.00',
    version: 5,
  });
  expect((await entryOf(posted.body.journal_entry_id)).ledger_lines).toEqual([
    { account_code: 'CUSTOMER_DEPOSITS', debit_amount: '110.00' },
    { account_code: 'LOANS_RECEIVABLE', credit_amount: '90.00' },
    { account_code: 'INTEREST_RECEIVABLE', credit_amount: '15.00' },
    { account_code: 'FEES_RECEIVABLE', credit_amount: '5.00' },
  ]);
  const statement = await ledger.call('getAccountStatement', { path: { accountId: account } });
  expect(statement.body.items.at(-1)).toMatchObject({
    transaction_id: posted.body.id,
    direction: 'DEBIT',
    amount: '110.00',
  });
});

const accruals: [string, object, string, [string, string]][] = [
  ['interest', interest('12.34'), 'interest', ['INTEREST_RECEIVABLE', 'INTEREST_INCOME']],
  ['a fee', fee('12.34'), 'fees', ['FEES_RECEIVABLE', 'FEE_INCOME']],
];

test.each(accruals)(
  'accrues %s without touching the account',
  async (_, body, part, [debited, credited]) => {
    const { id, account } = await agreeLoan(ledger);
    await setStatus(ledger, account, 'FROZEN');

    const posted = await post(id, body);

    expect(posted.status).toBe(201);
    expect(await fromLoanItem(id)).toMatchObject({
      status: 'APPROVED',
      disbursed: '0.00',
      [`${part}_outstanding`]: '12.34',
    });
    expect(await entryOf(posted.body.journal_entry_id)).toMatchObject({
      currency: 'EUR',
      account_postings: [],
      ledger_lines: [
        { account_code: debited, debit_amount: '12.34' },
        { account_code: credited, credit_amount: '12.34' },
      ],
    });
    await setStatus(ledger, account, 'ACTIVE');
  },
);

test('settles a loan once all is disbursed and repaid, and then refuses transactions', async () => {
  const { id, account } = await agreeLoan(ledger, { principal: '100.00' });
  await ledger.call('postJournalEntry', { body: credit(account, '10.00') });
  await post(id, disbursement('40.00'));
  await post(id, repayment('40.00', { principal: '40.00' }));
  expect((await fromLoanItem(id)).status).toBe('ACTIVE');
  await post(id, disbursement('60.00'));
  await post(id, fee('1.00'));
  await post(id, repayment('60.00', { principal: '60.00' }));
  expect((await fromLoanItem(id)).status).toBe('ACTIVE');

  await post(id, repayment('1.00', { fees: '1.00' }));

  expect((await fromLoanItem(id)).status).toBe('SETTLED');
  await expectRefusal(id, fee('0.01'), 409, 'loan_settled');
  await expectRefusal(id, interest('0.01'), 409, 'loan_settled');
  await expectRefusal(id, disbursement('0.01'), 409, 'disbursement_exceeds_principal');
  const body = repayment('0.01', { fees: '0.01' });
  await expectRefusal(id, body, 409, 'allocation_exceeds_outstanding');
});

test('emits two events that hold all that a projection needs', async () => {
  const { id } = await agreeLoan(ledger);

  const posted = await post(id, disbursement('10.00'), { correlationId: 'two-events' });

  const receipts = await readAllItems(ledger.tables.receipts);
  const receipt = receipts.find((item) => item['correlation_id'] === 'two-events');
  const [onLoan, onJournal, ...others] = receipt ? readStoredEvents(receipt) : [];
  expect(others).toEqual([]);
  expect(onLoan).toMatchObject({ type: 'loan_transaction.posted', aggregateId: id, version: 2 });
  expectValid('events/loan_transaction.posted', onLoan?.payload);
  expect(onLoan?.payload).toEqual({ transaction: posted.body, loan: await fromLoanItem(id) });
  const entry = await entryOf(posted.body.journal_entry_id);
  expect(onJournal).toMatchObject({ type: 'journal_entry.posted', aggregateId: entry.id });
  expect(onJournal?.payload).toEqual(entry);
});

const parts = { principal: '1.00', interest: '0.00', fees: '0.00' };
const good = buildAllocatedTransactionBody('DISBURSEMENT', '1.00', parts);
const malformed: [string, unknown, string][] = [
  ['an unknown type', { ...good, type: 'GIFT' }, 'invalid_request'],
  ['no amount', { ...good, amount: undefined }, 'invalid_request'],
  ['a negative amount', { ...good, amount: '-1.00' }, 'invalid_request'],
  ['a number as amount', { ...good, amount: 1 }, 'invalid_request'],
  ['37 digits', { ...good, amount: `${'9'.repeat(37)}.00` }, 'invalid_request'],
  ['no currency', { ...good, currency: undefined }, 'invalid_request'],
  ['no allocation', { ...good, allocation: undefined }, 'invalid_request'],
  ['an incomplete allocation', { ...good, allocation: { principal: '1.00' } }, 'invalid_request'],
  ['a fourth part', { ...good, allocation: { ...parts, tips: '0.00' } }, 'invalid_request'],
  ['zero', buildAllocatedTransactionBody('REPAYMENT', '0.00', {}), 'invalid_amount'],
  ['parts below the amount', { ...good, amount: '1.01' }, 'allocation_mismatch'],
  ['parts above the amount', { ...good, amount: '0.99' }, 'allocation_mismatch'],
  ...[
    ['DISBURSEMENT', { interest: '1.00' }],
    ['DISBURSEMENT', { fees: '1.00' }],
    ['INTEREST', { principal: '1.00' }],
    ['INTEREST', { fees: '1.00' }],
    ['FEE', { principal: '1.00' }],
    ['FEE', { interest: '1.00' }],
  ].map(([type, part]): [string, unknown, string] => [
    `${String(type)} of ${Object.keys(part ?? {}).join()}`,
    buildAllocatedTransactionBody(String(type), '1.00', part as object),
    'allocation_mismatch',
  ]),
];

test.each(malformed)('refuses %s before it reads the loan', async (_, body, code) => {
  await expectRefusal('loan_unknown', body, 400, code);
});

test('refuses an unknown loan and one of another tenant with the same message', async () => {
  const { id } = await agreeLoan(ledger, { tenant: 'globex' });

  for (const loanId of [id, replaceIdTime(id), 'loan_unknown']) {
    const refused = await post(loanId, good);
    expect(refused.body).toMatchObject({ statusCode: 404, code: 'loan_not_found' });
  }
});

test('refuses another currency than the loan’s', async () => {
  const { id } = await agreeLoan(ledger);

  await expectRefusal(id, { ...good, currency: 'USD' }, 409, 'currency_mismatch');
});

test('disburses the principal to the last cent and refuses one more', async () => {
  const { id } = await agreeLoan(ledger, { principal: '100.00' });
  expect((await post(id, disbursement('99.99'))).status).toBe(201);

  const refused = await expectRefusal(
    id,
    disbursement('0.02'),
    409,
    'disbursement_exceeds_principal',
  );

  expect(refused.message).toBe(`Loan ${id} has 0.01 left to disburse.`);
  expect((await post(id, disbursement('0.01'))).status).toBe(201);
  expect((await fromLoanItem(id)).disbursed).toBe('100.00');
});

test('does not disburse repaid principal again', async () => {
  const { id } = await disbursedLoan(ledger);
  await post(id, repayment('500.00', { principal: '500.00' }));

  await expectRefusal(id, disbursement('0.01'), 409, 'disbursement_exceeds_principal');
});

test.each(['principal', 'interest', 'fees'] as const)(
  'repays the %s to the last cent and refuses one more',
  async (part) => {
    const { id, account } = await disbursedLoan(ledger, '10.00');
    await ledger.call('postJournalEntry', { body: credit(account, '50.00') });
    await post(id, interest('10.00'));
    await post(id, fee('10.00'));

    const refused = await expectRefusal(
      id,
      repayment('10.01', { [part]: '10.01' }),
      409,
      'allocation_exceeds_outstanding',
    );

    expect(refused.message).toBe(`Loan ${id} has 10.00 of ${part} outstanding.`);
    expect((await post(id, repayment('10.00', { [part]: '10.00' }))).status).toBe(201);
    expect((await fromLoanItem(id))[`${part}_outstanding`]).toBe('0.00');
  },
);

test.each(['FROZEN', 'CLOSED'])(
  'refuses to disburse to or collect from an account that is %s',
  async (status) => {
    const { id, account } = await agreeLoan(ledger);
    await post(id, disbursement('500.00'));
    await setStatus(ledger, account, status);

    await expectRefusal(id, disbursement('1.00'), 409, 'account_not_active');
    await expectRefusal(id, repayment('1.00', { principal: '1.00' }), 409, 'account_not_active');
  },
);

test('refuses a repayment that exceeds the account balance', async () => {
  const { id, account } = await disbursedLoan(ledger, '10.00');
  await ledger.call('postJournalEntry', { body: debit(account, '0.01') });

  const body = repayment('10.00', { principal: '10.00' });
  await expectRefusal(id, body, 409, 'insufficient_funds');
});

test('keeps amounts exact far beyond the range of a float and refuses larger ones', async () => {
  const largest = `${'9'.repeat(36)}.99`;
  const { id, account } = await agreeLoan(ledger, { principal: largest });
  await post(id, disbursement(largest));
  await post(id, interest(largest));
  await expectRefusal(id, interest('0.01'), 409, 'balance_out_of_range');

  await post(id, repayment('0.01', { interest: '0.01' }));

  expect((await fromLoanItem(id)).interest_outstanding).toBe(`${'9'.repeat(36)}.98`);
  expect(await balanceOf(account)).toBe(`${'9'.repeat(36)}.98`);
});
