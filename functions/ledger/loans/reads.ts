// Reads of loans. Every read is strongly consistent and makes a known number of requests.
import { toLoanTransaction } from '../../domain/journal/loan-entries.ts';
import type { LoanTransaction } from '../../domain/loans/transactions.ts';
import type { Loan } from '../../domain/loans/loans.ts';
import { describeMissingLoan } from '../../domain/loans/loans.ts';
import { toJournalEntryId } from '../../domain/journal/journal.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { batchGet, getItem } from '../store/batch-get.ts';
import { isId, listShardNames } from '../store/ids.ts';
import { fromJournalItem } from '../journal/items.ts';
import { keys } from '../store/keys.ts';
import { fromLoanItem, transactionFields } from './items.ts';
import { readToDecide } from '../commit/read-to-decide.ts';
import { toPage } from '../store/pages.ts';
import type { Page, PageRequest } from '../store/pages.ts';
import { findReversal } from '../journal/reversal-marks.ts';
import type { Session } from '../commit/session.ts';
import {
  INVALID_CURSOR_MESSAGE,
  buildRangeAfter,
  listMerged,
  runQuery,
} from '../store/merged-lists.ts';
import type { Listing } from '../store/merged-lists.ts';

/** One loan: one request. Refuses with loan_not_found. */
export async function readLoan(session: Session, id: string): Promise<Loan> {
  const item = isId('loan', id) ? await getItem(session, keys.loan(session.tenant, id)) : undefined;
  if (!item) throw new Refusal('loan_not_found', describeMissingLoan(id));
  return fromLoanItem(item);
}

/** The loan that a mutation decides on, read by readToDecide. Refuses with loan_not_found. */
export async function readLoanToPost(session: Session, id: string): Promise<Loan> {
  const wanted = isId('loan', id) ? [keys.loan(session.tenant, id)] : [];
  const [item] = await readToDecide(session, wanted);
  if (!item) throw new Refusal('loan_not_found', describeMissingLoan(id));
  return fromLoanItem(item);
}

/** A page of loans by the time of their creation: one request per shard. */
export async function listLoans(
  { store, tenant }: Session,
  { order, after, limit }: PageRequest,
): Promise<Page<Loan>> {
  const shards = listShardNames(store.shards).map((shard) => keys.loans(tenant, shard));
  const range = buildRangeAfter({ from: 'loan_', to: 'loan_~' }, order, after);
  const listing: Listing = { partitions: shards, range, order, spread: 'even' };
  const { items, hasMore } = await listMerged(store, listing, limit);
  return toPage(items.map(fromLoanItem), hasMore, items.at(-1)?.SK);
}

/** A page of a loan's transactions by the time of posting: one request. Refuses with loan_not_found. */
export async function listTransactions(
  session: Session,
  loanId: string,
  { order, after, limit }: PageRequest,
): Promise<Page<LoanTransaction>> {
  const { store, tenant } = session;
  if (!isId('loan', loanId)) throw new Refusal('loan_not_found', describeMissingLoan(loanId));
  const { from, to } = buildRangeAfter({ from: 'txn_', to: 'txn_~' }, order, after);
  if (from > to) throw new Refusal('invalid_cursor', INVALID_CURSOR_MESSAGE);
  const { Items: items, LastEvaluatedKey: more } = await runQuery(store, {
    TableName: store.ledgerTable,
    KeyConditionExpression: 'PK = :partition AND SK BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':partition': keys.transactions(tenant, loanId),
      ':from': from,
      ':to': to,
    },
    ScanIndexForward: order === 'oldest first',
    Limit: limit + 1,
    ConsistentRead: true,
  });
  // An empty page may mean an unknown loan. Only then does the check cost a second request.
  if (items.length === 0) await readLoan(session, loanId);
  const page = items.slice(0, limit);
  const hasMore = items.length > limit || more !== undefined;
  return toPage(page.map(transactionFields.fromItem), hasMore, page.at(-1)?.SK);
}

/**
 * One transaction, read from its journal entry, and the id of its reversal: one request. Refuses with
 * transaction_not_found.
 */
export async function readTransaction(
  session: Session,
  id: string,
): Promise<{ transaction: LoanTransaction; reversedBy: string | undefined }> {
  const { store, tenant } = session;
  const wanted = [keys.journalEntry(tenant, toJournalEntryId(id)), keys.reversal(tenant, id)];
  const items = isId('txn', id) ? await batchGet(store, store.ledgerTable, wanted) : [];
  const entry = items.find(({ SK }) => SK === toJournalEntryId(id));
  const transaction = entry && toLoanTransaction(fromJournalItem(entry));
  if (!transaction) {
    throw new Refusal('transaction_not_found', `There is no transaction ${id.slice(0, 64)}.`);
  }
  return { transaction, reversedBy: findReversal(items) };
}
