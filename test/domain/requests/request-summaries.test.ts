// The amount by which a checker finds a request: what it moves, or what the record to adjust has moved.
import { expect, test } from '@jest/globals';
import type { JournalEntry } from '../../../functions/domain/journal/journal.ts';
import { buildControlledRequest } from '../../../functions/domain/requests/decisions.ts';
import { describeAdjustmentRequest } from '../../../functions/domain/requests/request-summaries.ts';
import { formatMoney, parseMoney, readCurrency } from '../../../functions/domain/values/money.ts';
import { describeChange, submission } from '../../support/fixtures/described-change.ts';
import type { Money } from '../../../functions/domain/values/money.ts';

const show = (amount: Money | undefined) =>
  amount && `${formatMoney(amount)} ${readCurrency(amount)}`;

function findAmount(operation: string, body: object): string | undefined {
  return show(describeChange(operation, { body }).amount);
}

const deposit = (amount: string, currency: string) => ({
  ledger_lines: [
    { account_code: '1', debit_amount: amount },
    { account_code: '2', credit_amount: amount },
  ],
  account_postings: [{ account_id: 'acc_1', direction: 'CREDIT', amount, currency }],
});

test('a loan moves its principal, and a transaction of a loan its amount', () => {
  expect(findAmount('createLoan', { principal: '1000.00', currency: 'EUR' })).toBe('1000.00 EUR');
  const allocation = { principal: '30.00', interest: '10.00', fees: '0.00' };
  expect(findAmount('postLoanTransaction', { amount: '40.00', currency: 'USD', allocation })).toBe(
    '40.00 USD',
  );
});

test('a batch moves the sum of its entries, and has no amount in several currencies', () => {
  const euros = [deposit('6000.00', 'EUR'), deposit('7000.00', 'EUR')];

  expect(findAmount('postJournalEntries', { entries: euros })).toBe('13000.00 EUR');
  const mixed = [...euros, deposit('1.00', 'USD')];
  expect(findAmount('postJournalEntries', { entries: mixed })).toBeUndefined();
});

test('what moves no money has no amount', () => {
  expect(findAmount('createAccount', { name: 'Ada', currency: 'EUR' })).toBeUndefined();
});

const eur = (amount: string) => parseMoney(amount, 'EUR');

function findAdjustedAmount(lines: string, direction: 'DEBIT' | 'CREDIT', posted: string) {
  const entry: JournalEntry = {
    id: 'jrn_1',
    entryType: 'POSTING',
    ledgerLines: [
      { accountCode: '1', side: 'DEBIT', amount: eur(lines) },
      { accountCode: '2', side: 'CREDIT', amount: eur(lines) },
    ],
    postings: [
      {
        accountId: 'acc_1',
        direction,
        amount: eur(posted),
        entryId: 'ent_1',
        sequence: 1,
        balanceAfter: eur(posted),
      },
    ],
    currency: 'EUR',
    effectiveDate: '2026-11-20',
    postedBy: 'ada',
    correlationId: 'flow-1',
    postedAt: '2026-11-20T12:00:00.000Z',
  };
  const shared = buildControlledRequest({ ...submission, reason: 'Wrong' });
  const target = { type: 'JOURNAL_ENTRY', entry } as const;
  return show(describeAdjustmentRequest({ ...shared, adjustmentType: 'REVERSAL', target }).amount);
}

test('the entry to adjust has moved the larger one of its lines and its postings', () => {
  expect(findAdjustedAmount('1.00', 'DEBIT', '5000.00')).toBe('5000.00 EUR');
  expect(findAdjustedAmount('1.00', 'CREDIT', '5000.00')).toBe('5000.00 EUR');
  expect(findAdjustedAmount('7.50', 'DEBIT', '5.00')).toBe('7.50 EUR');
});
