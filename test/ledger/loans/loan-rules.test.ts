// Products and their rules in loan transactions and adjustments.
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { CACHE_MS } from '../../../functions/ledger/timed-cache.ts';
import {
  adjustLoan,
  adjustEntry,
  postEntry,
  sendLoanAdjustment,
} from '../../support/fixtures/adjustments.ts';
import { stopSoundLedger } from '../../support/invariants/sound-ledger.ts';
import { advanceTime, returnToPresent } from '../../support/stack/advance-time.ts';
import { credit, debit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { disbursement, fee, interest, buildLoanRequest } from '../../support/fixtures/loans.ts';
import { createRule, buildFeeRule, publishProduct } from '../../support/fixtures/products.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterEach(returnToPresent);
afterAll(() => stopSoundLedger(ledger));

let products = 0;

/** A loan of one product on an account of another; either may have rules. */
async function loanWith(
  rules: { account?: Record<string, unknown>[]; loan?: Record<string, unknown>[] },
  config: Record<string, unknown> = {},
) {
  const name = `p${(products += 1)}`;
  const [product, loanProduct] = [`${name}-account`, `${name}-loan`];
  await publishProduct(ledger, loanProduct, config);
  for (const change of rules.account ?? []) await createRule(ledger, product, change);
  for (const change of rules.loan ?? []) await createRule(ledger, loanProduct, change);
  const account = await openAccount(ledger, { product });
  const body = { ...buildLoanRequest(account), product_id: loanProduct };
  const agreed = await ledger.call('createLoan', { body });
  expect(agreed.status).toBe(201);
  return { account, path: { loanId: agreed.body.id as string } };
}

const transact = (path: Record<string, string>, body: unknown) =>
  ledger.call('postLoanTransaction', { path, body });
const approve = (requestId: string) =>
  ledger.call('approveFinancialAdjustmentRequest', {
    subject: 'grace',
    path: { requestId },
    body: {},
  });

const onLoans = { applies_to: ['LOAN_TRANSACTION'] };
const deny = (message: string) => ({ action: { type: 'DENY', message } });

test('judges a loan transaction by the rules of the loan’s and the account’s product', async () => {
  const large = { ...onLoans, condition: 'amount > 500.00 && loan.principal == 1000' };
  const ofLoan = await loanWith({ loan: [{ id: 'of-loan', ...large, ...deny('loan') }] });
  const ofAccount = await loanWith({
    account: [{ id: 'of-account', ...large, ...deny('account') }],
  });

  expect((await transact(ofLoan.path, disbursement('500.01'))).body).toMatchObject({
    statusCode: 403,
    code: 'policy_denied',
    message: 'loan (rule of-loan)',
  });
  expect((await transact(ofAccount.path, disbursement('500.01'))).body.message).toBe(
    'account (rule of-account)',
  );
  expect((await transact(ofLoan.path, disbursement('500.00'))).status).toBe(201);
  const read = await ledger.call('getLoan', { path: ofLoan.path });
  expect(read.body.disbursed).toBe('500.00');
});

test.each([
  ['INTEREST', interest('10.00'), interest('9.99')],
  ['FEE', fee('10.00'), fee('9.99')],
])(
  'judges %s, which has no posting, by the rules of the account’s product',
  async (type, ...of) => {
    const condition = `transaction.type == "${type}" && account == null && amount >= 10.00`;
    const rule = { id: 'accrual', ...onLoans, condition, ...deny('accrual') };
    const { account, path } = await loanWith({ account: [rule] });
    await postEntry(ledger, credit(account, '1.00'));
    const [refused, accepted] = of;

    expect((await transact(path, refused)).body).toMatchObject({
      statusCode: 403,
      code: 'policy_denied',
      message: 'accrual (rule accrual)',
    });
    expect((await transact(path, accepted)).status).toBe(201);
    const read = await ledger.call('getAccount', { path: { accountId: account } });
    expect(read.body).toMatchObject({ balance: '1.00', version: 2 });
  },
);

/** For the product of the account and for that of the loan. */
function buildFees(count: number) {
  const fees = Array.from({ length: count }, (_, index) =>
    buildFeeRule('0.01', { id: `fee-${index}`, ...onLoans, condition: 'true' }),
  );
  return { account: fees, loan: fees };
}

// A product may have fifty. With 48, entry, account, postings and receipt fit, and the loan with its transaction does
// not.
test.each([50, 48])('refuses twice %i fees and posts nothing', async (count) => {
  const { path } = await loanWith(buildFees(count));

  const refused = await transact(path, disbursement('500.00'));

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'too_many_writes' });
  const read = await ledger.call('getLoan', { path });
  expect(read.body.disbursed).toBe('0.00');
});

test('an approval that one transaction cannot hold fails, and leaves all as it was', async () => {
  const { path } = await loanWith(buildFees(47));
  const { status, body } = await transact(path, disbursement('500.00'));
  expect(status).toBe(201);
  const asked = await sendLoanAdjustment(ledger, body.id);
  expect(asked.status).toBe(201);

  const decided = await approve(asked.body.id);

  expect(decided.body).toMatchObject({
    status: 'FAILED',
    failure_reason: expect.stringContaining('would write 103 items'),
  });
  expect((await ledger.call('getLoan', { path })).body.disbursed).toBe('500.00');
});

test('gives rules the transaction, but no posting where it touches no account', async () => {
  const condition =
    'transaction.type == "FEE" && account == null && transaction.allocation.fees >= 10.00';
  const { path } = await loanWith({ loan: [{ ...onLoans, condition, ...deny('fees') }] });
  await transact(path, disbursement('100.00'));

  expect((await transact(path, fee('10.00'))).body.code).toBe('policy_denied');
  expect((await transact(path, fee('9.99'))).status).toBe(201);
});

test('judges the posting on the account too, with the loan known', async () => {
  const condition = 'loan != null && transaction.amount == amount && posting.direction == "CREDIT"';
  const { account, path } = await loanWith({ account: [{ condition, ...deny('posting') }] });

  expect((await transact(path, disbursement('1.00'))).body.message).toContain('posting');
  const paid = await ledger.call('postJournalEntry', { body: credit(account, '1.00') });
  expect(paid.status).toBe(201);
});

test('adds a fee to the loan’s journal entry and leaves the loan unchanged', async () => {
  const charge = { ...onLoans, condition: 'transaction.type == "DISBURSEMENT"' };
  const { account, path } = await loanWith({
    loan: [{ ...charge, action: buildFeeRule('7.50').action }],
  });

  const posting = await transact(path, disbursement('100.00'));

  expect(posting.body).toMatchObject({ amount: '100.00', allocation: { principal: '100.00' } });
  const balance = await ledger.call('getAccountBalance', { path: { accountId: account } });
  expect(balance.body.balance).toBe('92.50');
  const loan = await ledger.call('getLoan', { path });
  expect(loan.body).toMatchObject({ disbursed: '100.00', fees_outstanding: '0.00' });
  expect((await approve(await adjustLoan(ledger, posting.body.id))).body.status).toBe('APPLIED');
  const none = await loanWith({
    loan: [{ ...onLoans, condition: 'true', action: buildFeeRule('1.00').action }],
  });
  expect((await transact(none.path, fee('1.00'))).body.message).toContain('touches no account');
});

test('posts on the ledger accounts of the loan’s product, corrections too', async () => {
  const ledger_accounts = { loans_receivable: '1400-LOANS', customer_deposits: '2100-GIRO' };
  const { path } = await loanWith({}, { ledger_accounts });

  const paidOut = await transact(path, disbursement('100.00'));
  const lending = {
    amount: '40.00',
    currency: 'EUR',
    allocation: { principal: '40.00', interest: '0.00', fees: '0.00' },
  };
  const corrected = await approve(await adjustLoan(ledger, paidOut.body.id, lending));

  expect(corrected.body.status).toBe('APPLIED');
  for (const id of [paidOut.body.journal_entry_id, corrected.body.replacement_journal_entry_id]) {
    const entry = await ledger.call('getJournalEntry', { path: { journalEntryId: id } });
    const codes = entry.body.ledger_lines.map(
      (line: { account_code: string }) => line.account_code,
    );
    expect(codes.sort()).toEqual(['1400-LOANS', '2100-GIRO']);
  }
});

test('lets an adjustment use the overdraft of the product and skips its rules', async () => {
  // So long ago that what is cached without the rule has expired by now.
  advanceTime(-2 * CACHE_MS);
  await publishProduct(ledger, 'adjusted', { overdraft_limit: '60.00' });
  const condition = 'account.balance_after < 0';
  const account = await openAccount(ledger, { product: 'adjusted' });
  const salary = await postEntry(ledger, credit(account, '100.00'));
  await postEntry(ledger, debit(account, '50.00'));
  await createRule(ledger, 'adjusted', { condition, ...deny('below zero') });
  returnToPresent();
  const refund = await postEntry(ledger, credit(account, '1.00'));
  await postEntry(ledger, debit(account, '1.00'));
  const more = await postEntry(ledger, credit(account, '10.00'));
  await postEntry(ledger, debit(account, '10.00'));

  const below = await ledger.call('postJournalEntry', { body: debit(account, '51.00') });
  expect(below.body.code).toBe('policy_denied');
  expect((await approve(await adjustEntry(ledger, salary))).body.status).toBe('APPLIED');
  expect((await approve(await adjustEntry(ledger, refund))).body.status).toBe('APPLIED');
  const balance = await ledger.call('getAccountBalance', { path: { accountId: account } });
  expect(balance.body.balance).toBe('-51.00');
  expect((await approve(await adjustEntry(ledger, more))).body).toMatchObject({
    status: 'FAILED',
    failure_reason: expect.stringContaining('-61.00'),
  });
});
