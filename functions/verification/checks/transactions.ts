// Every loan transaction is posted by a journal entry with the same values, and every journal entry of
// a loan posts a transaction.
import { toTransactionId } from '../../domain/journal/journal.ts';
import type { JournalEntry } from '../../domain/journal/journal.ts';
import { LOAN_TRANSACTION_KINDS } from '../../domain/loans/transactions.ts';
import { toLoanTransaction } from '../../domain/journal/loan-entries.ts';
import type { LoanTransaction } from '../../domain/loans/transactions.ts';
import { LOAN_PARTS } from '../../domain/loans/loans.ts';
import { readCurrency, formatMoney, subtractMoney, sumMoney } from '../../domain/values/money.ts';
import type { Money } from '../../domain/values/money.ts';
import { transactionFields } from '../../ledger/loans/items.ts';
import type { StoredRecord } from '../check.ts';
import { NO_RECORD } from '../difference.ts';
import { buildPairingCheck } from '../fact-pairing.ts';
import type { Fact } from '../fact-pairing.ts';
import { readJournalItem } from '../journal-items.ts';

export const transactions = buildPairingCheck({
  name: 'transactions',
  record: { kinds: ['LTX'], listFacts: toTransactionFacts },
  witness: { kinds: ['JRN'], listFacts: toJournalEntryFacts },
});

function toTransactionFacts({ item }: StoredRecord): Fact[] {
  const transaction = transactionFields.fromItem(item);
  const { id, journalEntryId } = transaction;
  return [
    {
      name: id,
      since: id,
      kind: 'transaction',
      id,
      place: item,
      claims: toTransactionTexts(transaction, formatMoney(transaction.amount)),
      alone: {
        field: 'journal_entry_id',
        stored: journalEntryId,
        derived: 'a journal entry that posts this transaction and no other',
      },
    },
  ];
}

function toJournalEntryFacts({ item }: StoredRecord): Fact[] {
  const entry = readJournalItem(item);
  const transaction = toLoanTransaction(entry);
  if (!transaction) return [];
  return [
    {
      name: toTransactionId(entry.id),
      since: entry.id,
      kind: 'journal_entry',
      id: entry.id,
      place: item,
      claims: toTransactionTexts(transaction, describeMovement(entry, transaction)),
      alone: {
        field: 'transaction_id',
        stored: entry.transactionId ?? NO_RECORD,
        derived: `a transaction of loan ${transaction.loanId}`,
      },
    },
  ];
}

// The amount that the ledger lines move, without the fees that rules added: each fee is a posting of its
// own, after the posting of the transaction.
function describeMovement(entry: JournalEntry, { type }: LoanTransaction): string {
  const { ledgerLines, postings, currency = 'XXX' } = entry;
  const debits = ledgerLines.filter(({ side }) => side === 'DEBIT');
  const fees = postings.slice(LOAN_TRANSACTION_KINDS[type].account === undefined ? 0 : 1);
  const sum = (parts: readonly { readonly amount: Money }[]) =>
    sumMoney(
      parts.map(({ amount }) => amount),
      currency,
    );
  return formatMoney(subtractMoney(sum(debits), sum(fees)));
}

function toTransactionTexts(transaction: LoanTransaction, amount: string): Record<string, string> {
  const { allocation } = transaction;
  return {
    loan_id: transaction.loanId,
    type: transaction.type,
    amount,
    currency: readCurrency(allocation.principal),
    allocation: LOAN_PARTS.map((part) => `${part} ${formatMoney(allocation[part])}`).join(', '),
    journal_entry_id: transaction.journalEntryId,
    reverses_transaction_id: transaction.reversesTransactionId ?? NO_RECORD,
    replaces_transaction_id: transaction.replacesTransactionId ?? NO_RECORD,
    posted_by: transaction.postedBy,
    correlation_id: transaction.correlationId,
    posted_at: transaction.postedAt,
  };
}
