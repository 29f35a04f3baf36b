// What the events of loans show: the transactions, and the loan after them.
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

/** What the event states of the records of its transactions. */
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
