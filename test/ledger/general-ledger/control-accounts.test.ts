// Control accounts: an entry moves them as its postings move the accounts and loans that they control.
// REPORTED records each difference with the entry, ENFORCED refuses it, by every way of posting.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import { setControlAccountMode } from '../../support/accounting-periods/closings.ts';
import {
  buildAdjustmentBody,
  buildEntryBody,
  DEPOSITS,
} from '../../../tools/samples/request-bodies.ts';
import {
  adjustEntry,
  adjustLoan,
  approveAdjustment,
  postEntry,
  sendAdjustment,
} from '../../support/fixtures/adjustments.ts';
import {
  buildDifference as difference,
  buildLooseBody as loose,
  matchMismatch as mismatch,
} from '../../support/general-ledger/loose-entries.ts';
import {
  agreeLoan,
  buildLoanRequest,
  disbursement,
  interest,
  repayment,
} from '../../support/fixtures/loans.ts';
import { buildFeeRule, createRule, publishProduct } from '../../support/fixtures/products.ts';
import { createAndExecuteWorkflow } from '../../support/fixtures/workflows.ts';
import { stopSoundLedger } from '../../support/invariants/sound-ledger.ts';
import { advanceTime } from '../../support/stack/advance-time.ts';
import {
  asTenant,
  credit,
  debit,
  openAccount,
  startLedger,
  transfer,
} from '../../support/stack/ledger.ts';
import type { OperationCaller, TestLedger } from '../../support/stack/ledger.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
let tenant: string;
let caller: OperationCaller;
beforeAll(async () => {
  advanceTime(0);
  ledger = await startLedger();
});
beforeEach(() => {
  tenant = `t-${randomUUID()}`;
  caller = asTenant(ledger, tenant);
});
afterAll(() => stopSoundLedger(ledger));

const post = (body: unknown) => caller.call('postJournalEntry', { body });

test('REPORTED stores the difference with the entry, its answer and its event', async () => {
  const account = await openAccount(caller);

  const posted = await caller.call('postJournalEntry', {
    body: loose(account),
    correlationId: 'loose-entry',
  });

  const control_differences = [difference(DEPOSITS, '700.00', '0.00')];
  expect(posted.body).toMatchObject({ control_differences });
  const read = await caller.call('getJournalEntry', { path: { journalEntryId: posted.body.id } });
  expect(read.body).toEqual(posted.body);
  const receipts = await readAllItems(ledger.tables.receipts);
  const receipt = receipts.find((item) => item['correlation_id'] === 'loose-entry');
  expect(receipt && readStoredEvents(receipt)).toMatchObject([
    { payload: { control_differences } },
  ]);
});

test('an entry that matches has no such member', async () => {
  const [from, to] = [await openAccount(caller), await openAccount(caller)];

  for (const body of [credit(from, '5.00'), debit(from, '1.00'), transfer(from, to, '2.00')]) {
    const posted = await post(body);
    expect(posted.status).toBe(201);
    expect(posted.body).not.toHaveProperty('control_differences');
  }
});

test('lines on a control account without postings are a difference, of any product', async () => {
  await publishProduct(caller, 'savings', { ledger_accounts: { customer_deposits: '2200' } });
  const lines = (...codes: readonly [string, string]) => buildEntryBody('5.00', codes, []);

  const bare = await post(lines('1000', DEPOSITS));
  const other = await post(lines('2200', 'LOANS_RECEIVABLE'));
  const free = await post(lines('1000', '3000'));

  expect(bare.body.control_differences).toEqual([difference(DEPOSITS, '0.00', '5.00')]);
  expect(other.body.control_differences).toEqual([
    difference('2200', '0.00', '-5.00'),
    difference('LOANS_RECEIVABLE', '0.00', '5.00'),
  ]);
  expect(free.body).not.toHaveProperty('control_differences');
  await setControlAccountMode(caller, 'ENFORCED');
  expect((await post(lines('1000', '2200'))).body).toMatchObject(
    mismatch('2200: expected 0.00, found 5.00'),
  );
});

test('ENFORCED refuses a posting and a batch, and names code, expected and found', async () => {
  await publishProduct(caller, 'savings', { ledger_accounts: { customer_deposits: '2200' } });
  const account = await openAccount(caller, { product: 'savings' });
  const other = await openAccount(caller);
  await setControlAccountMode(caller, 'ENFORCED');
  const named = '2200: expected 700.00, found 1.00';

  const refused = await post(loose(account, ['1000', '2200']));
  const matching = loose(account, ['1000', '2200'], '700.00');
  const batch = { entries: [matching, loose(account, ['1000', '2200'])] };
  const whole = await caller.call('postJournalEntries', { body: batch });
  const opening = await post({ ...loose(account), entry_type: 'OPENING_BALANCE' });

  expect(refused.body).toMatchObject(mismatch(named));
  expect(whole.body).toMatchObject(mismatch(named));
  expect(opening.body).toMatchObject(mismatch('2200: expected 700.00, found 0.00'));
  expect((await post(matching)).status).toBe(201);
  // Between two control accounts both must move.
  expect((await post(transfer(account, other, '1.00'))).body).toMatchObject(
    mismatch('2200: expected -1.00, found 0.00'),
  );
  const between = transfer(account, other, '1.00');
  const { ledger_lines } = buildEntryBody('1.00', ['2200', DEPOSITS], []);
  expect((await post({ ...between, ledger_lines })).status).toBe(201);
});

test('fees of rules and of workflows match by themselves', async () => {
  await publishProduct(caller, 'feed', { ledger_accounts: { customer_deposits: '2300' } });
  await createRule(caller, 'feed', buildFeeRule('1.25'));
  const account = await openAccount(caller, { product: 'feed' });
  await setControlAccountMode(caller, 'ENFORCED');
  const paid = (sum: string, codes: readonly [string, string], direction: 'CREDIT' | 'DEBIT') =>
    buildEntryBody(sum, codes, [{ account_id: account, direction, amount: sum, currency: 'EUR' }]);
  const fee = { action: 'CHARGE_FEE', parameters: { account_id: account, amount: '2.00' } };
  const wrong = {
    action: 'CHARGE_FEE',
    parameters: { account_id: account, amount: '2.00', deposits_account_code: '2000' },
  };

  expect((await post(paid('50.00', ['1000', '2300'], 'CREDIT'))).status).toBe(201);
  const withdrawn = await post(paid('10.00', ['2300', '1000'], 'DEBIT'));
  expect(withdrawn.body.account_postings).toHaveLength(2);
  expect((await createAndExecuteWorkflow(caller, [fee])).status).toBe(201);
  const failed = await createAndExecuteWorkflow(caller, [wrong]);
  expect(failed.body).toMatchObject({ statusCode: 409, code: 'step_failed' });
  expect(failed.body.message).toContain('2300: expected -3.25, found -1.25');
  const entry = { action: 'POST_JOURNAL_ENTRY', parameters: loose(account) };
  const refused = await createAndExecuteWorkflow(caller, [entry]);
  expect(refused.body.message).toContain('2300: expected 700.00, found 0.00');
});

test('loans match by themselves, unless their account has another control account', async () => {
  await publishProduct(caller, 'savings', { ledger_accounts: { customer_deposits: '2200' } });
  const loan = await agreeLoan(caller);
  const account = await openAccount(caller, { product: 'savings' });
  const created = await caller.call('createLoan', { body: buildLoanRequest(account) });
  await setControlAccountMode(caller, 'ENFORCED');
  const transact = (loanId: string, body: unknown) =>
    caller.call('postLoanTransaction', { path: { loanId }, body });

  const paidOut = await transact(loan.id, disbursement('500.00'));
  const accrued = await transact(loan.id, interest('5.00'));
  const parts = { principal: '50.00', interest: '5.00' };
  const repaid = await transact(loan.id, repayment('55.00', parts));
  const elsewhere = await transact(created.body.id, disbursement('1.00'));

  expect([paidOut, accrued, repaid].map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(elsewhere.body).toMatchObject(mismatch('2200: expected 1.00, found 0.00'));
  expect((await approveAdjustment(caller, await adjustLoan(caller, repaid.body.id))).body).toEqual(
    expect.objectContaining({ status: 'APPLIED' }),
  );
  const lending = {
    amount: '6.00',
    currency: 'EUR',
    allocation: { principal: '0.00', interest: '6.00', fees: '0.00' },
  };
  const corrected = await adjustLoan(caller, accrued.body.id, lending);
  expect((await approveAdjustment(caller, corrected)).body.status).toBe('APPLIED');
});

test('under ENFORCED a difference is taken back by its reversal, and corrected only rightly', async () => {
  const account = await openAccount(caller, { funds: '1000.00' });
  const first = await postEntry(caller, loose(account));
  const second = await postEntry(caller, loose(account));
  await setControlAccountMode(caller, 'ENFORCED');
  const right = credit(account, '700.00');

  const wrong = await sendAdjustment(caller, first, loose(account));
  const reversed = await approveAdjustment(caller, await adjustEntry(caller, first));
  const corrected = await approveAdjustment(caller, await adjustEntry(caller, second, right));

  expect(wrong.body).toMatchObject(mismatch(`${DEPOSITS}: expected 700.00, found 0.00`));
  for (const { body } of [reversed, corrected]) {
    expect(body.status).toBe('APPLIED');
    const path = { journalEntryId: body.reversal_journal_entry_id };
    const reversal = await caller.call('getJournalEntry', { path });
    expect(reversal.body.control_differences).toEqual([difference(DEPOSITS, '-700.00', '0.00')]);
  }
  const path = { journalEntryId: corrected.body.replacement_journal_entry_id };
  const replacement = await caller.call('getJournalEntry', { path });
  expect(replacement.body).not.toHaveProperty('control_differences');
});

test('a correction is judged by the product of its accounts, and again when it is approved', async () => {
  await publishProduct(caller, 'savings', { ledger_accounts: { customer_deposits: '2200' } });
  const account = await openAccount(caller, { product: 'savings' });
  const entry = await postEntry(caller, loose(account));
  const pending = await adjustEntry(caller, entry, loose(account, ['1000', '2200']));
  await setControlAccountMode(caller, 'ENFORCED');

  const wrong = await sendAdjustment(caller, entry, credit(account, '700.00'));
  const bare = await sendAdjustment(caller, entry, buildEntryBody('1.00', ['1000', '2200'], []));
  const right = await sendAdjustment(caller, entry, loose(account, ['1000', '2200'], '700.00'));
  const step = buildAdjustmentBody('JOURNAL_ENTRY', entry, { journal: credit(account, '1.00') });
  const submitted = await createAndExecuteWorkflow(caller, [
    { action: 'SUBMIT_ADJUSTMENT', parameters: { ...step } },
  ]);
  const late = await approveAdjustment(caller, pending);

  expect(wrong.body).toMatchObject(mismatch('2200: expected 700.00, found 0.00'));
  expect(bare.body).toMatchObject(mismatch('2200: expected 0.00, found 1.00'));
  expect(right.status).toBe(201);
  expect(submitted.body).toMatchObject({ statusCode: 409, code: 'step_failed' });
  expect(submitted.body.message).toContain('2200: expected 1.00, found 0.00');
  expect(late.body).toMatchObject({
    status: 'FAILED',
    failure_reason: expect.stringContaining('2200: expected 700.00, found 1.00'),
  });
});
