// An account cannot be closed while a loan needs it, under any race.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { approveAdjustment, adjustLoan } from '../../support/fixtures/adjustments.ts';
import type { StoreFault } from '../../support/stack/fault-proxy.ts';
import { stopSoundLedger } from '../../support/invariants/sound-ledger.ts';
import { credit, openAccount, startWatchedLedger } from '../../support/stack/ledger.ts';
import type { WatchedLedger } from '../../support/stack/ledger.ts';
import { approveTransition, submitTransition } from '../../support/fixtures/lifecycle.ts';
import {
  disbursedLoan,
  interest,
  buildLoanRequest,
  repayment,
} from '../../support/fixtures/loans.ts';

let ledger: WatchedLedger;
beforeAll(async () => {
  ledger = await startWatchedLedger();
});
beforeEach(() => ledger.proxy.heal());
afterAll(() => stopSoundLedger(ledger));

const agree = (account: string) => ledger.call('createLoan', { body: buildLoanRequest(account) });
const post = (loanId: string, body: unknown) =>
  ledger.call('postLoanTransaction', { path: { loanId }, body });
const close = (accountId: string) =>
  ledger.call('submitAccountStatusTransition', {
    path: { accountId },
    body: { transition: 'CLOSE', reason: 'Moved away' },
  });
const statusOf = async (accountId: string) =>
  (await ledger.call('getAccount', { path: { accountId } })).body.status;

/** Runs once, just before that commit. */
function beforeCommit(run: () => Promise<unknown>, which = 1): void {
  let commits = 0;
  ledger.proxy.fail(async (operation): Promise<StoreFault> => {
    if (operation === 'TransactWriteItems') commits += 1;
    if (operation !== 'TransactWriteItems' || commits !== which) return 'none';
    commits = Infinity;
    await run();
    return 'none';
  });
}

async function settle(loanId: string, amount: string): Promise<void> {
  const allocation = { principal: amount, interest: '0.00', fees: '0.00' };
  await post(loanId, { type: 'DISBURSEMENT', amount, currency: 'EUR', allocation });
  await post(loanId, repayment(amount, { principal: amount }));
}

/** A settled loan, with 5.00 of interest accrued and repaid; the account holds nothing. */
async function settledLoan() {
  const loan = await disbursedLoan(ledger, '100.00');
  const accrued = (await post(loan.id, interest('5.00'))).body.id as string;
  await ledger.call('postJournalEntry', { body: credit(loan.account, '5.00') });
  await post(loan.id, repayment('105.00', { principal: '100.00', interest: '5.00' }));
  return { ...loan, accrued };
}

test('refuses to close while any loan is open, and allows it once all are settled', async () => {
  const account = await openAccount(ledger);
  const [one, two] = [await agree(account), await agree(account)];
  const refusals = [await close(account)];
  await settle(one.body.id, '1000.00');
  refusals.push(await close(account));
  await settle(two.body.id, '1000.00');

  const closed = await approveTransition(ledger, await submitTransition(ledger, account, 'CLOSE'));

  const sentence = (loans: string) => `Account ${account} is needed for ${loans} not settled.`;
  expect(refusals.map(({ status, body }) => [status, body.code, body.message])).toEqual([
    [409, 'loans_not_settled', sentence('2 loans that are')],
    [409, 'loans_not_settled', sentence('a loan that is')],
  ]);
  expect(closed.body).toMatchObject({ status: 'APPLIED' });
  expect(await statusOf(account)).toBe('CLOSED');
});

test.each(['before the approval', 'between its read and its commit'])(
  'fails the closure when a loan is created %s',
  async (when) => {
    const account = await openAccount(ledger);
    const requestId = await submitTransition(ledger, account, 'CLOSE');
    if (when === 'before the approval') await agree(account);
    else beforeCommit(() => agree(account));

    const { status, body } = await approveTransition(ledger, requestId);

    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'FAILED',
      failure_reason: `Account ${account} is needed for a loan that is not settled.`,
    });
    expect(await statusOf(account)).toBe('ACTIVE');
  },
);

test('closes the account when the loan is settled between the failure and its commit', async () => {
  const account = await openAccount(ledger);
  const requestId = await submitTransition(ledger, account, 'CLOSE');
  const loan = await agree(account);
  beforeCommit(() => settle(loan.body.id, '1000.00'), 2);

  const { body } = await approveTransition(ledger, requestId);

  expect(body).toMatchObject({ status: 'APPLIED' });
});

test('refuses a loan whose account is closed between the read and the commit', async () => {
  const account = await openAccount(ledger);
  const requestId = await submitTransition(ledger, account, 'CLOSE');
  beforeCommit(() => approveTransition(ledger, requestId));

  const answer = await agree(account);

  expect(answer.body).toMatchObject({ statusCode: 409, code: 'account_not_active' });
});

test('of 8 loans and a concurrent closure, either all loans succeed or the account is closed', async () => {
  for (let round = 0; round < 4; round += 1) {
    const account = await openAccount(ledger);
    const requestId = await submitTransition(ledger, account, 'CLOSE');
    const loans = Array.from({ length: 8 }, () => agree(account));

    const [closed, ...agreed] = await Promise.all([approveTransition(ledger, requestId), ...loans]);

    const isClosed = closed?.body.status === 'APPLIED';
    expect(await statusOf(account)).toBe(isClosed ? 'CLOSED' : 'ACTIVE');
    expect(agreed.map(({ status }) => status)).toEqual(Array(8).fill(isClosed ? 409 : 201));
  }
});

const more = { amount: '6.00', currency: 'EUR', allocation: interest('6.00').allocation };

test.each(['before the approval', 'between its reads and its commit'])(
  'fails a correction that would reopen a loan whose account was closed %s',
  async (when) => {
    const loan = await settledLoan();
    const requestId = await adjustLoan(ledger, loan.accrued, more);
    const closing = await submitTransition(ledger, loan.account, 'CLOSE');
    if (when === 'before the approval') await approveTransition(ledger, closing);
    else beforeCommit(() => approveTransition(ledger, closing));

    const { body } = await approveAdjustment(ledger, requestId);

    expect(body).toMatchObject({
      status: 'FAILED',
      failure_reason: `Account ${loan.account} is CLOSED.`,
    });
    expect(await statusOf(loan.account)).toBe('CLOSED');
  },
);

test('a reopened loan keeps its account open until it is settled again', async () => {
  const loan = await settledLoan();
  const closing = await submitTransition(ledger, loan.account, 'CLOSE');
  const { body } = await approveAdjustment(ledger, await adjustLoan(ledger, loan.accrued, more));
  const failed = await approveTransition(ledger, closing);
  const instead = await adjustLoan(ledger, body.replacement_transaction_id, {
    ...more,
    amount: '5.00',
    allocation: interest('5.00').allocation,
  });
  await approveAdjustment(ledger, instead);

  expect(failed.body).toMatchObject({ status: 'FAILED' });
  const closed = await approveTransition(
    ledger,
    await submitTransition(ledger, loan.account, 'CLOSE'),
  );
  expect(closed.body).toMatchObject({ status: 'APPLIED' });
});
