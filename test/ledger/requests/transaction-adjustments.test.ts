// Reversing and correcting loan transactions changes the loan, its account and the journal
// together.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import {
  approveAdjustment,
  sendAdjustment,
  adjustLoan,
  sendLoanAdjustment,
} from '../../support/fixtures/adjustments.ts';
import { expectValid } from '../../support/contract/contract.ts';
import { stopSoundLedger } from '../../support/invariants/sound-ledger.ts';
import { credit, debit, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { applyTransitions } from '../../support/fixtures/lifecycle.ts';
import {
  agreeLoan,
  disbursedLoan,
  disbursement,
  fee,
  interest,
  repayment,
} from '../../support/fixtures/loans.ts';
import type { TestLoan } from '../../support/fixtures/loans.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => stopSoundLedger(ledger));

const loanNow = async ({ id }: TestLoan) =>
  (await ledger.call('getLoan', { path: { loanId: id } })).body;
const heldOn = async ({ account }: TestLoan) =>
  (await ledger.call('getAccountBalance', { path: { accountId: account } })).body.balance;
const transactionNow = async (transactionId: string) =>
  (await ledger.call('getTransaction', { path: { transactionId } })).body;
const entryNow = async (journalEntryId: string) =>
  (await ledger.call('getJournalEntry', { path: { journalEntryId } })).body;
const transactionsOf = async ({ id }: TestLoan) =>
  (await ledger.call('listLoanTransactions', { path: { loanId: id } })).body.items;

async function post({ id }: TestLoan, body: unknown): Promise<string> {
  const posted = await ledger.call('postLoanTransaction', { path: { loanId: id }, body });
  expect(posted.status).toBe(201);
  return posted.body.id as string;
}

const lending = (amount: string, allocation: object) => ({
  amount,
  currency: 'EUR',
  allocation: { principal: '0.00', interest: '0.00', fees: '0.00', ...allocation },
});
const ofPrincipal = (amount: string) => lending(amount, { principal: amount });
const ofInterest = (amount: string) => lending(amount, { interest: amount });

// All earlier stored records, without the attributes that may change.
async function recordsOf(kinds: readonly string[]) {
  const items = await readAllItems(ledger.tables.ledger);
  return items.filter(({ PK }) => kinds.includes(PK.split('#')[2] ?? ''));
}

test('a REVERSAL takes back the transaction, its entry and its posting, and keeps the records', async () => {
  const loan = await disbursedLoan(ledger);
  const target = await post(loan, repayment('40.00', { principal: '40.00' }));
  const records = await recordsOf(['JRN', 'LTX', 'ENT']);
  const requestId = await adjustLoan(ledger, target);

  const { status, body } = await approveAdjustment(ledger, requestId, { correlationId: 'back-1' });

  expect(status).toBe(201);
  expect(body).toMatchObject({
    status: 'APPLIED',
    target_type: 'TRANSACTION',
    target_id: target,
    target_transaction_id: target,
    target_journal_entry_id: target.replace('txn', 'jrn'),
    target_loan_id: loan.id,
  });
  expect(body).not.toHaveProperty('replacement_transaction_id');
  const { reversal_transaction_id: reversalId, reversal_journal_entry_id: entryId } = body;
  expect(await loanNow(loan)).toMatchObject({
    status: 'ACTIVE',
    disbursed: '1000.00',
    principal_outstanding: '1000.00',
    version: 4,
  });
  expect(await heldOn(loan)).toBe('1000.00');
  expect((await transactionsOf(loan)).at(-1)).toMatchObject({
    id: reversalId,
    type: 'REPAYMENT',
    amount: '40.00',
    journal_entry_id: entryId,
    reverses_transaction_id: target,
    posted_by: 'grace',
  });
  expect(await entryNow(entryId)).toMatchObject({
    entry_type: 'REVERSAL',
    transaction_id: reversalId,
    adjustment_request_id: requestId,
    reverses_journal_entry_id: target.replace('txn', 'jrn'),
    ledger_lines: [
      { account_code: 'CUSTOMER_DEPOSITS', credit_amount: '40.00' },
      { account_code: 'LOANS_RECEIVABLE', debit_amount: '40.00' },
    ],
    account_postings: [{ account_id: loan.account, direction: 'CREDIT', amount: '40.00' }],
  });
  const stored = new Set(records.map(({ PK, SK }) => `${PK} ${SK}`));
  const after = await recordsOf(['JRN', 'LTX', 'ENT']);
  expect(after.filter(({ PK, SK }) => stored.has(`${PK} ${SK}`))).toEqual(records);
  expect(await transactionNow(target)).toMatchObject({ reversed_by: reversalId });
  expect(await entryNow(target.replace('txn', 'jrn'))).toMatchObject({ reversed_by: entryId });
});

test('a CORRECTION replaces the transaction, judged by the net effect on loan and account', async () => {
  const loan = await agreeLoan(ledger);
  const target = await post(loan, disbursement('100.00'));
  await ledger.call('postJournalEntry', { body: debit(loan.account, '70.00') });
  const requestId = await adjustLoan(ledger, target, ofPrincipal('80.00'));

  const { body } = await approveAdjustment(ledger, requestId, { correlationId: 'instead-1' });

  expect(body).toMatchObject({ status: 'APPLIED', correction: { lending: ofPrincipal('80.00') } });
  expect(await loanNow(loan)).toMatchObject({
    status: 'ACTIVE',
    disbursed: '80.00',
    principal_outstanding: '80.00',
    version: 3,
  });
  expect(await heldOn(loan)).toBe('10.00');
  const [, reversal, replacement] = await transactionsOf(loan);
  expect(reversal).toMatchObject({
    id: body.reversal_transaction_id,
    reverses_transaction_id: target,
  });
  expect(replacement).toMatchObject({
    id: body.replacement_transaction_id,
    type: 'DISBURSEMENT',
    amount: '80.00',
    replaces_transaction_id: target,
  });
  expect(await entryNow(body.replacement_journal_entry_id)).toMatchObject({
    entry_type: 'CORRECTION',
    replaces_journal_entry_id: target.replace('txn', 'jrn'),
    transaction_id: replacement.id,
    account_postings: [{ balance_after: '10.00' }],
  });
  const receipts = await readAllItems(ledger.tables.receipts);
  const receipt = receipts.find((item) => item['correlation_id'] === 'instead-1');
  const [decision, adjusted, ...entries] = receipt ? readStoredEvents(receipt) : [];
  expect(decision).toMatchObject({ type: 'adjustment_request.applied', payload: body });
  expectValid('events/adjustment_request.applied', decision?.payload);
  expect(adjusted).toMatchObject({
    type: 'loan.adjusted',
    aggregateId: loan.id,
    version: 3,
    payload: { transactions: [reversal, replacement], loan: await loanNow(loan) },
  });
  expectValid('events/loan.adjusted', adjusted?.payload);
  expect(entries.map(({ type }) => type)).toEqual(Array(2).fill('journal_entry.posted'));
});

test('a replacement can be corrected again, and interest touches no account', async () => {
  const loan = await disbursedLoan(ledger);
  const first = await post(loan, interest('5.00'));
  const one = await approveAdjustment(ledger, await adjustLoan(ledger, first, ofInterest('6.00')));

  const second = await adjustLoan(ledger, one.body.replacement_transaction_id, ofInterest('7.00'));
  const two = await approveAdjustment(ledger, second);

  expect([one.body.status, two.body.status]).toEqual(['APPLIED', 'APPLIED']);
  expect(await loanNow(loan)).toMatchObject({ interest_outstanding: '7.00' });
  expect(await heldOn(loan)).toBe('1000.00');
});

test('reopens a SETTLED loan, and returns a loan to APPROVED when its only disbursement is reversed', async () => {
  const settled = await disbursedLoan(ledger);
  const last = await post(settled, repayment('1000.00', { principal: '1000.00' }));
  expect(await loanNow(settled)).toMatchObject({ status: 'SETTLED' });
  const early = await agreeLoan(ledger);
  const only = await post(early, disbursement('10.00'));
  const owed = await disbursedLoan(ledger, '20.00');
  const accrued = await post(owed, fee('1.00'));
  await post(owed, repayment('20.00', { principal: '20.00' }));

  for (const target of [last, only, accrued]) {
    const { body } = await approveAdjustment(ledger, await adjustLoan(ledger, target));
    expect(body.status).toBe('APPLIED');
  }

  expect(await loanNow(settled)).toMatchObject({
    status: 'ACTIVE',
    principal_outstanding: '1000.00',
  });
  expect(await loanNow(early)).toMatchObject({ status: 'APPROVED', disbursed: '0.00' });
  expect(await loanNow(owed)).toMatchObject({ status: 'SETTLED', fees_outstanding: '0.00' });
});

const failures: [string, string, (loan: TestLoan, target: string) => Promise<unknown>, unknown?][] =
  [
    [
      'the money is gone',
      'would be left with -60.00',
      ({ account }) => ledger.call('postJournalEntry', { body: debit(account, '60.00') }),
    ],
    [
      'it was repaid',
      'of principal outstanding',
      (loan) => post(loan, repayment('60.00', { principal: '60.00' })),
    ],
    [
      'the correction does not leave what was repaid',
      'of principal outstanding',
      (loan) => post(loan, repayment('60.00', { principal: '60.00' })),
      ofPrincipal('50.00'),
    ],
    [
      'the correction is more than was agreed',
      'left to disburse',
      async () => undefined,
      ofPrincipal('1000.01'),
    ],
    [
      'the account is frozen',
      'is FROZEN',
      ({ account }) => applyTransitions(ledger, account, 'FREEZE'),
      ofPrincipal('120.00'),
    ],
    [
      'it has been reversed meanwhile',
      'was reversed by txn_',
      async (_, target) => approveAdjustment(ledger, await adjustLoan(ledger, target)),
    ],
  ];

test.each(failures)('fails and posts nothing when %s', async (...[, reason, before, instead]) => {
  const loan = await agreeLoan(ledger);
  const target = await post(loan, disbursement('100.00'));
  const requestId = await adjustLoan(ledger, target, instead);
  await before(loan, target);
  const records = await recordsOf(['JRN', 'LTX', 'ENT', 'LON', 'BAL', 'REV']);

  const { status, body } = await approveAdjustment(ledger, requestId);

  expect(status).toBe(201);
  expect(body).toMatchObject({
    status: 'FAILED',
    failure_reason: expect.stringContaining(reason),
  });
  expect(body).not.toHaveProperty('reversal_transaction_id');
  expect(await recordsOf(['JRN', 'LTX', 'ENT', 'LON', 'BAL', 'REV'])).toEqual(records);
});

test('applies one of two requests against one transaction, approved at once', async () => {
  const loan = await disbursedLoan(ledger);
  const target = await post(loan, fee('3.00'));
  const requests = [
    await adjustLoan(ledger, target),
    await adjustLoan(ledger, target, lending('4.00', { fees: '4.00' })),
  ];

  const answers = await Promise.all(requests.map((id) => approveAdjustment(ledger, id)));

  expect(answers.map(({ body }) => body.status).sort()).toEqual(['APPLIED', 'FAILED']);
  const failed = answers.find(({ body }) => body.status === 'FAILED');
  expect(failed?.body.failure_reason).toContain(`Transaction ${target} was reversed by txn_`);
});

test('refuses adjustments that a loan transaction cannot have', async () => {
  const loan = await disbursedLoan(ledger);
  const target = await post(loan, fee('3.00'));
  const plain = await ledger.call('postJournalEntry', { body: credit(loan.account, '1.00') });
  const { body } = await approveAdjustment(ledger, await adjustLoan(ledger, target));
  const accrued = await post(loan, fee('3.00'));

  const refusals = {
    already_reversed: await sendLoanAdjustment(ledger, target),
    target_is_reversal: await sendLoanAdjustment(ledger, body.reversal_transaction_id),
    adjust_the_transaction: await sendAdjustment(ledger, accrued.replace('txn', 'jrn')),
    allocation_mismatch: await sendLoanAdjustment(ledger, accrued, ofInterest('3.00')),
    invalid_amount: await sendLoanAdjustment(ledger, accrued, ofInterest('0.00')),
    currency_mismatch: await sendLoanAdjustment(ledger, accrued, {
      ...lending('3.00', { fees: '3.00' }),
      currency: 'USD',
    }),
    transaction_not_found: await sendLoanAdjustment(ledger, accrued, undefined, {
      tenant: 'globex',
    }),
  };
  const none = await sendLoanAdjustment(ledger, plain.body.id.replace('jrn', 'txn'));

  expect(Object.values(refusals).map((one) => one.body.code)).toEqual(Object.keys(refusals));
  expect(none.body).toMatchObject({ statusCode: 404, code: 'transaction_not_found' });
});
