// Every loan transaction is posted by a journal entry that tells the same of it, and every journal
// entry of a loan posts a transaction.
import { transactionIdOf } from '../../domain/journal/journal.ts';
import type { JournalEntry } from '../../domain/journal/journal.ts';
import { loanTransactionKinds } from '../../domain/loans/transactions.ts';
import { transactionOf } from '../../domain/journal/loan-entries.ts';
import type { LoanTransaction } from '../../domain/loans/transactions.ts';
import { LOAN_PARTS } from '../../domain/loans/loans.ts';
import { currencyOf, formatMoney, minus, total } from '../../domain/values/money.ts';
import type { Money } from '../../domain/values/money.ts';
import { fromJournalItem } from '../../ledger/journal/items.ts';
import { transactionFields } from '../../ledger/loans/items.ts';
import type { StoredRecord } from '../check.ts';
import { NOTHING } from '../difference.ts';
import { pairingCheck } from '../pairing.ts';
import type { Testimony } from '../pairing.ts';

export const transactions = pairingCheck({
  name: 'transactions',
  record: { kinds: ['LTX'], testimonies: ofTransaction },
  witness: { kinds: ['JRN'], testimonies: ofJournalEntry },
});

function ofTransaction({ item }: StoredRecord): Testimony[] {
  const transaction = transactionFields.fromItem(item);
  const { id, journalEntryId } = transaction;
  return [
    {
      name: id,
      since: id,
      kind: 'transaction',
      id,
      place: item,
      says: wordsOf(transaction, formatMoney(transaction.amount)),
      alone: {
        field: 'journal_entry_id',
        stored: journalEntryId,
        derived: 'a journal entry that posts this transaction and no other',
      },
    },
  ];
}

function ofJournalEntry({ item }: StoredRecord): Testimony[] {
  const entry = fromJournalItem(item);
  const transaction = transactionOf(entry);
  if (!transaction) return [];
  return [
    {
      name: transactionIdOf(entry.id),
      since: entry.id,
      kind: 'journal_entry',
      id: entry.id,
      place: item,
      says: wordsOf(transaction, movedBy(entry, transaction)),
      alone: {
        field: 'transaction_id',
        stored: entry.transactionId ?? NOTHING,
        derived: `a transaction of loan ${transaction.loanId}`,
      },
    },
  ];
}

// The amount is what the entry's lines move, without the fees that rules have added: each of those is
// a posting of its own, after what the transaction itself posts.
function movedBy(entry: JournalEntry, { type }: LoanTransaction): string {
  const { ledgerLines, postings, currency = 'XXX' } = entry;
  const debits = ledgerLines.filter(({ side }) => side === 'DEBIT');
  const fees = postings.slice(loanTransactionKinds[type].account === undefined ? 0 : 1);
  const sum = (parts: readonly { readonly amount: Money }[]) =>
    total(
      parts.map(({ amount }) => amount),
      currency,
    );
  return formatMoney(minus(sum(debits), sum(fees)));
}

function wordsOf(transaction: LoanTransaction, amount: string): Record<string, string> {
  const { allocation } = transaction;
  return {
    loan_id: transaction.loanId,
    type: transaction.type,
    amount,
    currency: currencyOf(allocation.principal),
    allocation: LOAN_PARTS.map((part) => `${part} ${formatMoney(allocation[part])}`).join(', '),
    journal_entry_id: transaction.journalEntryId,
    reverses_transaction_id: transaction.reversesTransactionId ?? NOTHING,
    replaces_transaction_id: transaction.replacesTransactionId ?? NOTHING,
    posted_by: transaction.postedBy,
    correlation_id: transaction.correlationId,
    posted_at: transaction.postedAt,
  };
}
