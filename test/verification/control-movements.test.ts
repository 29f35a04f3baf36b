// The codes of a tenant's products are control codes of that tenant.
import { expect, test } from '@jest/globals';
import type { JournalEntry } from '../../functions/domain/journal/journal.ts';
import { DEFAULT_LOAN_ACCOUNTS } from '../../functions/domain/loans/ledger-accounts.ts';
import { money } from '../../functions/domain/values/money.ts';
import { ControlMovements } from '../../functions/verification/control-accounts/control-movements.ts';

const buildEntry = (debit: string, credit: string): JournalEntry => ({
  id: 'jrn_1',
  entryType: 'POSTING',
  ledgerLines: [
    { accountCode: debit, side: 'DEBIT', amount: money(500n, 'EUR') },
    { accountCode: credit, side: 'CREDIT', amount: money(500n, 'EUR') },
  ],
  postings: [],
  currency: 'EUR',
  effectiveDate: '2026-11-22',
  postedBy: 'ada',
  correlationId: 'flow-1',
  postedAt: '2026-11-22T10:00:00.000Z',
});

test('lists the default codes and those of products, of their own tenant alone', () => {
  const movements = new ControlMovements();
  for (const tenant of ['acme', 'other']) {
    movements.addEntry(tenant, buildEntry('1000', 'SAVINGS'));
    movements.addEntry(tenant, buildEntry('1000', 'CUSTOMER_DEPOSITS'));
  }
  const codes = { ...DEFAULT_LOAN_ACCOUNTS, customer_deposits: 'SAVINGS' };
  movements.addProduct('acme', 'current', DEFAULT_LOAN_ACCOUNTS);
  movements.addProduct('acme', 'savings', codes);

  expect(movements.list().map(({ tenant, accountCode }) => [tenant, accountCode])).toEqual([
    ['acme', 'CUSTOMER_DEPOSITS'],
    ['acme', 'SAVINGS'],
    ['other', 'CUSTOMER_DEPOSITS'],
  ]);
});
