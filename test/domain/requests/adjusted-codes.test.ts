// The chart of accounts is read for the codes that an adjustment posts on: one that is left out would count as
// unknown.
import { expect, test } from '@jest/globals';
import type { JournalEntry } from '../../../functions/domain/journal/journal.ts';
import { DEFAULT_LOAN_ACCOUNTS } from '../../../functions/domain/loans/ledger-accounts.ts';
import { buildZeroAmounts } from '../../../functions/domain/loans/loans.ts';
import type { Loan } from '../../../functions/domain/loans/loans.ts';
import {
  buildAdjustmentDrafts,
  listAdjustedCodes,
} from '../../../functions/domain/requests/adjustment-drafts.ts';
import type { AdjustmentRequest } from '../../../functions/domain/requests/adjustments.ts';
import type { Correction } from '../../../functions/domain/requests/corrections.ts';
import { buildControlledRequest } from '../../../functions/domain/requests/decisions.ts';
import { parseMoney } from '../../../functions/domain/values/money.ts';

const AT = new Date('2026-11-20T12:00:00.000Z');
const eur = (amount: string) => parseMoney(amount, 'EUR');

function buildEntry(
  debited: string,
  credited: string,
  members: Partial<JournalEntry> = {},
): JournalEntry {
  return {
    id: 'jrn_1',
    entryType: 'POSTING',
    ledgerLines: [
      { accountCode: debited, side: 'DEBIT', amount: eur('10.00') },
      { accountCode: credited, side: 'CREDIT', amount: eur('10.00') },
    ],
    postings: [],
    currency: 'EUR',
    effectiveDate: '2026-11-20',
    postedBy: 'ada',
    correlationId: 'flow-1',
    postedAt: AT.toISOString(),
    ...members,
  };
}

function buildRequest(
  target: AdjustmentRequest['target'],
  correction?: Correction,
): AdjustmentRequest {
  const asked = { id: 'far_1', reason: 'Wrong', requestedBy: 'ada', correlationId: 'c', now: AT };
  return {
    ...buildControlledRequest(asked),
    adjustmentType: correction ? 'CORRECTION' : 'REVERSAL',
    target,
    ...(correction && { correction }),
  };
}

const target = { type: 'JOURNAL_ENTRY', entry: buildEntry('1000', '2000') } as const;

test('a reversal posts on the codes of its target', () => {
  expect([...listAdjustedCodes(buildRequest(target))].toSorted()).toEqual(['1000', '2000']);
});

test('a correction posts on the codes of its target and on its own', () => {
  const journal = {
    ledger_lines: [
      { account_code: '1000', debit_amount: '4.00' },
      { account_code: '2100', credit_amount: '3.00' },
      { account_code: '2200', credit_amount: '1.00' },
    ],
  };

  expect([...listAdjustedCodes(buildRequest(target, { journal }))].toSorted()).toEqual([
    '1000',
    '2000',
    '2100',
    '2200',
  ]);
});

test('the correction of a loan transaction posts on the codes that its product has by now, too', () => {
  const { outstanding: zero } = buildZeroAmounts('EUR');
  const entry = buildEntry('LOANS_RECEIVABLE', 'CUSTOMER_DEPOSITS', {
    transactionId: 'txn_1',
    loanEntry: {
      loanId: 'loan_1',
      accountId: 'acc_1',
      type: 'DISBURSEMENT',
      allocation: { ...zero, principal: eur('10.00') },
    },
  });
  const terms = { id: 'loan_1', customerId: 'c', productId: 'p', accountId: 'acc_1' };
  const loan: Loan = {
    terms: { ...terms, principal: eur('10.00'), createdAt: AT.toISOString() },
    state: {
      ...buildZeroAmounts('EUR'),
      status: 'ACTIVE',
      version: 2,
      updatedAt: AT.toISOString(),
    },
  };
  const codes = { ...DEFAULT_LOAN_ACCOUNTS, loans_receivable: '1400', customer_deposits: '2100' };
  const lending = {
    amount: '4.00',
    currency: 'EUR',
    allocation: { principal: '4.00', interest: '0.00', fees: '0.00' },
  };
  const request = buildRequest({ type: 'TRANSACTION', entry }, { lending });

  const posted = buildAdjustmentDrafts(request, loan, codes).flatMap(({ ledgerLines }) =>
    ledgerLines.map(({ accountCode }) => accountCode),
  );

  expect(posted).toEqual(['LOANS_RECEIVABLE', 'CUSTOMER_DEPOSITS', '1400', '2100']);
  expect([...listAdjustedCodes(request, codes)]).toEqual(expect.arrayContaining(posted));
});
