// What adjustments are decided on, and one of them.
import { adjustmentDrafts } from '../domain/adjustments.ts';
import type {
  AdjustmentBasis,
  AdjustmentRequest,
  AdjustmentTarget,
} from '../domain/adjustments.ts';
import type { NewAdjustment } from '../domain/corrections.ts';
import { Refusal } from '../domain/refusals.ts';
import { adjustmentRequest } from './adjustment-items.ts';
import { isId } from './ids.ts';
import { accountState, journalEntry } from './items.ts';
import type { Item } from './items.ts';
import { keys } from './keys.ts';
import { readToDecide } from './read-to-decide.ts';
import { getItem } from './reads.ts';
import { reversedByIn } from './reversal-marks.ts';
import type { Session } from './session.ts';

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
  return adjustmentRequest(item);
}

/**
 * The target of a submission, whether it is reversed, and the accounts of the correction; with the
 * receipt, one request to the store. Refuses: journal_entry_not_found, transaction_not_found.
 */
export async function readTargetToAdjust(
  session: Session,
  { target_type: type, target_id: id, correction }: NewAdjustment,
): Promise<{ target: AdjustmentTarget; basis: AdjustmentBasis }> {
  if (type === 'TRANSACTION') {
    throw new Refusal('transaction_not_found', `There is no transaction ${id.slice(0, 64)}.`);
  }
  const { tenant } = session;
  const wanted = [keys.journalEntry(tenant, id), keys.reversal(tenant, id)];
  const postings = correction?.journal?.account_postings ?? [];
  const balances = balanceKeys(
    tenant,
    postings.map((posting) => posting.account_id),
  );
  const items = await readToDecide(session, isId('jrn', id) ? [...wanted, ...balances] : []);
  const entry = items.find(({ SK }) => SK === id);
  if (!entry) {
    throw new Refusal('journal_entry_not_found', `There is no journal entry ${id.slice(0, 64)}.`);
  }
  return { target: { type, entry: journalEntry(entry) }, basis: basisIn(items) };
}

/** The accounts that an approval posts on, and whether the target is reversed: one request. */
export async function readAdjustmentBasis(
  session: Session,
  request: AdjustmentRequest,
): Promise<AdjustmentBasis> {
  const postings = adjustmentDrafts(request).flatMap((draft) => draft.postings);
  const balances = balanceKeys(
    session.tenant,
    postings.map(({ accountId }) => accountId),
  );
  const mark = keys.reversal(session.tenant, request.target.entry.id);
  return basisIn(await readToDecide(session, [...balances, mark]));
}

function balanceKeys(tenant: string, accountIds: readonly string[]) {
  const known = [...new Set(accountIds)].filter((id) => isId('acc', id));
  return known.map((id) => keys.balance(tenant, id));
}

function basisIn(items: readonly Item[]): AdjustmentBasis {
  const states = items.filter(({ SK }) => SK === 'B').map(accountState);
  const accounts = new Map(states.map((state) => [state.id, state]));
  return { accounts, reversedBy: reversedByIn(items) };
}
