// Which counts of open loans a mutation changed: those of the accounts of which it opened, settled or
// reopened a loan.
import { addEffects, computeEffect, computeLoanStanding } from '../../domain/loans/loan-effects.ts';
import type { LoanAmounts, Allocation } from '../../domain/loans/loans.ts';
import { deriveLoanStatus } from '../../domain/loans/status.ts';
import type { LoanTransactionType } from '../../domain/loans/transactions.ts';
import { parseMoney } from '../../domain/values/money.ts';
import type { StoredEvent } from '../../ledger/commit/receipt-events.ts';
import { listLoanTransactions } from './loan-events.ts';
import type { Members } from './stored-record-form.ts';

/** The accounts whose count the mutation with these events changed, each once. */
export function listRecountedAccounts(events: readonly StoredEvent[]): string[] {
  const accounts = events
    .filter(hasRecounted)
    .map((event) => String(readLoan(event)['account_id']));
  return [...new Set(accounts)];
}

function hasRecounted(event: StoredEvent): boolean {
  if (event.type === 'loan.created') return true;
  // A settled loan takes no transactions, so that one which leaves it settled has settled it.
  if (event.type === 'loan_transaction.posted') return isSettled(readLoan(event));
  return event.type === 'loan.adjusted' && isSettled(readLoan(event)) !== wasSettled(event);
}

function readLoan({ type, payload }: StoredEvent): Members {
  const members = payload as Members;
  return type === 'loan.created' ? members : (members['loan'] as Members);
}

function isSettled(loan: Members): boolean {
  return loan['status'] === 'SETTLED';
}

// An event shows the loan after the adjustment; before it, the transactions had no effect yet.
function wasSettled(event: StoredEvent): boolean {
  const loan = readLoan(event);
  const currency = String(loan['currency']);
  const amount = (name: string) => parseMoney(String(loan[name]), currency);
  const after: LoanAmounts = {
    disbursed: amount('disbursed'),
    outstanding: {
      principal: amount('principal_outstanding'),
      interest: amount('interest_outstanding'),
      fees: amount('fees_outstanding'),
    },
  };
  const before = listLoanTransactions(event)
    .map(({ transaction }) => computeOppositeEffect(transaction, currency))
    .reduce(addEffects, after);
  const terms = { principal: amount('principal') };
  return deriveLoanStatus(computeLoanStanding({ terms }, before)) === 'SETTLED';
}

// A transaction and its reversal have opposite effects.
function computeOppositeEffect(transaction: Members, currency: string): LoanAmounts {
  const parts = transaction['allocation'] as Readonly<Record<keyof Allocation, string>>;
  const part = (name: keyof Allocation) => parseMoney(parts[name], currency);
  const reverses = transaction['reverses_transaction_id'];
  return computeEffect({
    type: transaction['type'] as LoanTransactionType,
    allocation: { principal: part('principal'), interest: part('interest'), fees: part('fees') },
    ...(reverses === undefined && { reversesTransactionId: 'none' }),
  });
}
