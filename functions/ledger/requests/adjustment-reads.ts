// Reads of adjustment requests and of the records that they are decided on.
import { readTargetId } from '../../domain/requests/adjustments.ts';
import type {
  AdjustmentRecords,
  AdjustmentRequest,
  AdjustmentTarget,
} from '../../domain/requests/adjustments.ts';
import type { AdjustmentSubmission } from '../../domain/requests/corrections.ts';
import { toJournalEntryId } from '../../domain/journal/journal.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { fromAdjustmentItem } from './adjustment-items.ts';
import { isId } from '../store/ids.ts';
import { accountStateFields } from '../accounts/items.ts';
import { fromJournalItem } from '../journal/items.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { fromLoanItem } from '../loans/items.ts';
import { findOpenLoans } from '../loans/open-loans.ts';
import { readToDecide } from '../commit/read-to-decide.ts';
import { getItem } from '../store/batch-get.ts';
import { findReversal } from '../journal/reversal-marks.ts';
import type { Session } from '../commit/session.ts';

/** One adjustment request: one request to the store. Refuses with adjustment_request_not_found. */
export async function readAdjustment(session: Session, id: string): Promise<AdjustmentRequest> {
  const key = keys.request(session.tenant, 'FAR', id);
  return requireAdjustment(id, isId('far', id) ? await getItem(session, key) : undefined);
}

/** The request that a mutation decides on, read by `readToDecide`. Refuses like `readAdjustment`. */
export async function readAdjustmentToDecide(
  session: Session,
  id: string,
): Promise<AdjustmentRequest> {
  const wanted = isId('far', id) ? [keys.request(session.tenant, 'FAR', id)] : [];
  const [item] = await readToDecide(session, wanted);
  return requireAdjustment(id, item);
}

function requireAdjustment(id: string, item: Item | undefined): AdjustmentRequest {
  if (!item) {
    const sentence = `There is no adjustment request ${id.slice(0, 64)}.`;
    throw new Refusal('adjustment_request_not_found', sentence);
  }
  return fromAdjustmentItem(item);
}

/**
 * The target of a submission, whether it is reversed, and the accounts of the correction: one request
 * to the store, with the receipt. Refuses with journal_entry_not_found, transaction_not_found.
 */
export async function readTargetToAdjust(
  session: Session,
  { target_type: type, target_id: id, correction }: AdjustmentSubmission,
): Promise<{ target: AdjustmentTarget; basis: AdjustmentRecords }> {
  const { tenant } = session;
  const { prefix, refusal, noun } = TARGET_LOOKUPS[type];
  // The journal entry that posts a loan transaction contains all of the transaction.
  const entryId = toJournalEntryId(id);
  const wanted = [keys.journalEntry(tenant, entryId), keys.reversal(tenant, id)];
  const postings = correction?.journal?.account_postings ?? [];
  const balances = buildBalanceKeys(
    tenant,
    postings.map((posting) => posting.account_id),
  );
  const items = await readToDecide(session, isId(prefix, id) ? [...wanted, ...balances] : []);
  const item = items.find(({ SK }) => SK === entryId);
  const entry = item && fromJournalItem(item);
  if (!entry || (type === 'TRANSACTION' && !entry.loanEntry)) {
    throw new Refusal(refusal, `There is no ${noun} ${id.slice(0, 64)}.`);
  }
  return { target: { type, entry }, basis: fromBasisItems(items) };
}

const TARGET_LOOKUPS = {
  TRANSACTION: { prefix: 'txn', refusal: 'transaction_not_found', noun: 'transaction' },
  JOURNAL_ENTRY: { prefix: 'jrn', refusal: 'journal_entry_not_found', noun: 'journal entry' },
} as const;

/** The records that an approval changes, and whether the target is reversed: one request. */
export async function readAdjustmentRecords(
  session: Session,
  { target, correction }: AdjustmentRequest,
): Promise<AdjustmentRecords> {
  const { tenant } = session;
  const { loanEntry, postings } = target.entry;
  const replacing = correction?.journal?.account_postings ?? [];
  const balances = buildBalanceKeys(tenant, [
    ...postings.map(({ accountId }) => accountId),
    ...replacing.map(({ account_id: accountId }) => accountId),
    ...(loanEntry ? [loanEntry.accountId] : []),
  ]);
  const loan = loanEntry
    ? [keys.loan(tenant, loanEntry.loanId), keys.openLoans(tenant, loanEntry.accountId)]
    : [];
  const mark = keys.reversal(tenant, readTargetId(target));
  const basis = fromBasisItems(await readToDecide(session, [...balances, ...loan, mark]));
  if (loanEntry && !basis.loan) throw new Error(`loan ${loanEntry.loanId} does not exist`);
  return basis;
}

function buildBalanceKeys(tenant: string, accountIds: readonly string[]) {
  const known = [...new Set(accountIds)].filter((id) => isId('acc', id));
  return known.map((id) => keys.balance(tenant, id));
}

function fromBasisItems(items: readonly Item[]): AdjustmentRecords {
  const states = items.filter(({ SK }) => SK === 'B').map(accountStateFields.fromItem);
  const accounts = new Map(states.map((state) => [state.id, state]));
  const loan = items.find(({ SK }) => isId('loan', SK));
  return { accounts, ...(loan && fromLoanItems(loan, items)), reversedBy: findReversal(items) };
}

function fromLoanItems(item: Item, items: readonly Item[]) {
  const loan = fromLoanItem(item);
  return { loan, openLoans: findOpenLoans(items, loan.terms.accountId) };
}
