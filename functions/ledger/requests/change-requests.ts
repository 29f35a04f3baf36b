// Reads and writes of change requests.
import type { ChangeRequest } from '../../domain/requests/change-requests.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import type { DecisionStatus } from '../../domain/requests/transitions.ts';
import type { Write } from '../commit/commit.ts';
import { buildPutNew } from '../commit/conditional-writes.ts';
import { readToDecide } from '../commit/read-to-decide.ts';
import type { Session } from '../commit/session.ts';
import { getItem } from '../store/batch-get.ts';
import { isId } from '../store/ids.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { INVALID_CURSOR_MESSAGE, buildKeyBefore, listMerged } from '../store/merged-lists.ts';
import { toPage } from '../store/pages.ts';
import type { Page } from '../store/pages.ts';
import { changeRequestFields, toChangeRequestItem } from './change-items.ts';
import { listRequestPartitions } from './reads.ts';
import { buildApprovalWrite, buildRejectionWrite } from './writes.ts';

/** One request: one request to the store. Refuses with change_request_not_found. */
export async function readChangeRequest(session: Session, id: string): Promise<ChangeRequest> {
  const key = keys.request(session.tenant, 'CHG', id);
  return requireRequest(id, isId('chg', id) ? await getItem(session, key) : undefined);
}

/** The request that a mutation decides on, read by readToDecide. Refuses like the above. */
export async function readChangeRequestToDecide(
  session: Session,
  id: string,
): Promise<ChangeRequest> {
  const wanted = isId('chg', id) ? [keys.request(session.tenant, 'CHG', id)] : [];
  const [item] = await readToDecide(session, wanted);
  return requireRequest(id, item);
}

function requireRequest(id: string, item: Item | undefined): ChangeRequest {
  if (item) return changeRequestFields.fromItem(item);
  const sentence = `There is no change request ${id.slice(0, 64)}.`;
  throw new Refusal('change_request_not_found', sentence);
}

export interface ChangeRequestFilter {
  readonly status?: DecisionStatus | undefined;
  readonly operation?: string | undefined;
}

/**
 * A page of requests, newest first: one query for a status, at most 4 for an operation alone, one for each
 * shard without a filter (ADR 027).
 */
export async function listChangeRequests(
  session: Session,
  { status, operation: subject }: ChangeRequestFilter,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Page<ChangeRequest>> {
  if (after !== undefined && !isId('chg', after))
    throw new Refusal('invalid_cursor', INVALID_CURSOR_MESSAGE);
  const { items, hasMore } = await listMerged(
    session.store,
    {
      ...listRequestPartitions(session, { kind: 'CHG', subject, status }),
      range: { from: 'chg_', to: after === undefined ? 'chg_~' : buildKeyBefore(after) },
      order: 'newest first',
      spread: 'any',
    },
    limit,
  );
  return toPage(items.map(changeRequestFields.fromItem), hasMore, items.at(-1)?.SK);
}

/** Stores a request. */
export function buildChangeSubmissionWrites(
  { store, tenant }: Session,
  request: ChangeRequest,
): Write[] {
  return [buildPutNew(store.ledgerTable, toChangeRequestItem(tenant, request))];
}

/** Stores the approval of the request by the session's actor, who is not its maker. */
export function buildChangeApprovalWrite(session: Session, request: ChangeRequest): Write {
  return buildApprovalWrite(session, toChangeRequestItem(session.tenant, request));
}

/** Stores the rejection of the request. */
export function buildChangeRejectionWrites(session: Session, request: ChangeRequest): Write[] {
  return [buildRejectionWrite(session, toChangeRequestItem(session.tenant, request))];
}
