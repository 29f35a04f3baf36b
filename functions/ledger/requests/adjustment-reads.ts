// What adjustments are decided on, and one of them.
import { targetIdOf } from '../../domain/requests/adjustments.ts';
import type {
  AdjustmentBasis,
  AdjustmentRequest,
  AdjustmentTarget,
} from '../../domain/requests/adjustments.ts';
import type { NewAdjustment } from '../../domain/requests/corrections.ts';
import { journalEntryIdOf } from '../../domain/journal/journal.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { fromAdjustmentItem } from './adjustment-items.ts';
import { isId } from '../store/ids.ts';
import { accountStateFields } from '../accounts/items.ts';
import { fromJournalItem } from '../journal/items.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { fromLoanItem } from '../loans/items.ts';
import { openLoansIn } from '../loans/open-loans.ts';
import { readToDecide } from '../commit/read-to-decide.ts';
import { getItem } from '../store/batch-get.ts';
import { reversedByIn } from '../journal/reversal-marks.ts';
import type { Session } from '../commit/session.ts';

/** One adjustment request: one request to the store. Refuses with adjustment_request_not_found. */
export async function readAdjustment(session: Session, id: string): Promise<AdjustmentRequest> {
  const key = keys.request(session.tenant, 'FAR', id);
  return found(id, isId('far', id) ? await getItem(session, key) : undefined);
}

/** The request to decide on, with the receipt: as `readToDecide`. Refuses as `readAdjustment`. */
export async function readAdjustmentToDecide(
  session: Session,
  id: string,
): Promise<AdjustmentRequest> {
  const wanted = isId('far', id) ? [keys.request(session.tenant, 'FAR', id)] : [];
  const [item] = await readToDecide(session, wanted);
  return found(id, item);
}

function found(id: string, item: Item | undefined): AdjustmentRequest {
  if (!item) {
    const sentence = `There is no adjustment request ${id.slice(0, 64)}.`;
    throw new Refusal('adjustment_request_not_found', sentence);
  }
  return fromAdjustmentItem(item);
}

/**
 * The target of a submission, whether it is reversed, and the accounts of the correction; with the
 * receipt, one request to the store. Refuses: journal_entry_not_found, transaction_not_found.
 */
export async function readTargetToAdjust(
  session: Session,
  { target_type: type, target_id: id, correction }: NewAdjustment,
): Promise<{ target: AdjustmentTarget; basis: AdjustmentBasis }> {
  const { tenant } = session;
  const { prefix, refusal, noun } = TARGETS[type];
  // A loan transaction is told whole by the journal entry that posts it.
  const entryId = journalEntryIdOf(id);
  const wanted = [keys.journalEntry(tenant, entryId), keys.reversal(tenant, id)];
  const postings = correction?.journal?.account_postings ?? [];
  const balances = balanceKeys(
    tenant,
    postings.map((posting) => posting.account_id),
  );
  const items = await readToDecide(session, isId(prefix, id) ? [...wanted, ...balances] : []);
  const item = items.find(({ SK }) => SK === entryId);
  const entry = item && fromJournalItem(item);
  if (!entry || (type === 'TRANSACTION' && !entry.lending)) {
    throw new Refusal(refusal, `There is no ${noun} ${id.slice(0, 64)}.`);
  }
  return { target: { type, entry }, basis: basisIn(items) };
}

const TARGETS = {
  TRANSACTION: { prefix: 'txn', refusal: 'transaction_not_found', noun: 'transaction' },
  JOURNAL_ENTRY: { prefix: 'jrn', refusal: 'journal_entry_not_found', noun: 'journal entry' },
} as const;

/** What an approval changes, and whether the target is reversed: one request. */
export async function readAdjustmentBasis(
  session: Session,
  { target, correction }: AdjustmentRequest,
): Promise<AdjustmentBasis> {
  const { tenant } = session;
  const { lending, postings } = target.entry;
  const replacing = correction?.journal?.account_postings ?? [];
  const balances = balanceKeys(tenant, [
    ...postings.map(({ accountId }) => accountId),
    ...replacing.map(({ account_id: accountId }) => accountId),
    ...(lending ? [lending.accountId] : []),
  ]);
  const loan = lending
    ? [keys.loan(tenant, lending.loanId), keys.openLoans(tenant, lending.accountId)]
    : [];
  const mark = keys.reversal(tenant, targetIdOf(target));
  const basis = basisIn(await readToDecide(session, [...balances, ...loan, mark]));
  if (lending && !basis.loan) throw new Error(`loan ${lending.loanId} is gone`);
  return basis;
}

function balanceKeys(tenant: string, accountIds: readonly string[]) {
  const known = [...new Set(accountIds)].filter((id) => isId('acc', id));
  return known.map((id) => keys.balance(tenant, id));
}

function basisIn(items: readonly Item[]): AdjustmentBasis {
  const states = items.filter(({ SK }) => SK === 'B').map(accountStateFields.fromItem);
  const accounts = new Map(states.map((state) => [state.id, state]));
  const loan = items.find(({ SK }) => isId('loan', SK));
  return { accounts, ...(loan && lendingBasis(loan, items)), reversedBy: reversedByIn(items) };
}

function lendingBasis(item: Item, items: readonly Item[]) {
  const loan = fromLoanItem(item);
  return { loan, openLoans: openLoansIn(items, loan.terms.accountId) };
}
