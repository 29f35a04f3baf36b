// What the events of loans show: the transactions, and the loan after them.
import { toJournalEntryId } from '../../domain/journal/journal.ts';
import type { StoredEvent } from '../../ledger/commit/receipt-events.ts';
import { keys } from '../../ledger/store/keys.ts';
import type { ReceiptContent } from './receipt-content.ts';
import type { RecordChange } from './record-change.ts';
import type { Members } from './stored-record-form.ts';

export interface PostedLoanTransaction {
  readonly transaction: Members;
  /** The loan after all transactions of the event. */
  readonly loan: Members;
}

/** The transactions of an event; none if it is not about any. */
export function listLoanTransactions({ type, payload }: StoredEvent): PostedLoanTransaction[] {
  if (type === 'loan_transaction.posted') {
    const { transaction, loan } = payload as PostedLoanTransaction;
    return [{ transaction, loan }];
  }
  if (type !== 'loan.adjusted') return [];
  const { transactions, loan } = payload as {
    readonly transactions: readonly Members[];
    readonly loan: Members;
  };
  return transactions.map((transaction) => ({ transaction, loan }));
}

/** What a loan's event states of its transactions. */
export function toTransactionChanges(
  event: StoredEvent,
  { tenant }: ReceiptContent,
): RecordChange[] {
  return listLoanTransactions(event).map(({ transaction }) => {
    const id = String(transaction['id']);
    const key = keys.transaction(tenant, event.aggregateId, id);
    return {
      type: 'written',
      kind: 'LTX',
      key,
      about: id,
      change: '',
      since: id,
      members: transaction,
    };
  });
}

/**
 * The members of a posted entry, with its loan. Undefined if the answer does not show the entry, as that of
 * a loan transaction does not.
 */
export function toJournalMembers(
  { aggregateId: id, payload }: StoredEvent,
  { events }: ReceiptContent,
): Members | undefined {
  const entry = payload as Members | undefined;
  if (entry?.['id'] !== id || entry['ledger_lines'] === undefined) return undefined;
  const posted = events
    .flatMap(listLoanTransactions)
    .find(({ transaction }) => toJournalEntryId(String(transaction['id'])) === id);
  if (!posted) return entry;
  const { loan_id, type, allocation } = posted.transaction;
  const { account_id } = posted.loan;
  return { ...entry, loan: { loan_id, account_id, type, allocation } };
}
