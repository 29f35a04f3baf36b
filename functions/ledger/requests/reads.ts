// Reads of lifecycle requests, and the partitions that list requests of any kind.
import type { LifecycleRequest } from '../../domain/requests/lifecycle.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { decisionStatus } from '../../domain/requests/transitions.ts';
import type { DecisionStatus } from '../../domain/requests/transitions.ts';
import { isId, listShardNames } from '../store/ids.ts';
import { INDEXES } from '../store/indexes.ts';
import { accountStateFields } from '../accounts/items.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import type { RequestKind } from '../store/keys.ts';
import { findOpenLoans } from '../loans/open-loans.ts';
import { readToDecide } from '../commit/read-to-decide.ts';
import { getItem } from '../store/batch-get.ts';
import { toPage } from '../store/pages.ts';
import type { Page } from '../store/pages.ts';
import { fromLifecycleItem } from './items.ts';
import type { Session } from '../commit/session.ts';
import { INVALID_CURSOR_MESSAGE, buildKeyBefore, listMerged } from '../store/merged-lists.ts';
import type { Listing } from '../store/merged-lists.ts';

/** One lifecycle request: one request to the store. Refuses with lifecycle_request_not_found. */
export async function readLifecycleRequest(
  session: Session,
  id: string,
): Promise<LifecycleRequest> {
  const key = keys.request(session.tenant, 'LCR', id);
  return requireLifecycleRequest(id, isId('lcr', id) ? await getItem(session, key) : undefined);
}

/**
 * The request that a mutation decides on, with the receipt: one request to the store. Its account is
 * the copy of the submission, without open loans. Once a lost race has shown that the account or its
 * open loans have changed, the changed one is read again. Refuses with lifecycle_request_not_found.
 */
export async function readLifecycleRequestToDecide(
  session: Session,
  id: string,
): Promise<LifecycleRequest> {
  const wanted = isId('lcr', id) ? [keys.request(session.tenant, 'LCR', id)] : [];
  const [item] = await readToDecide(session, wanted);
  const request = requireLifecycleRequest(id, item);
  const { id: accountId } = request.account.terms;
  const copied = [
    keys.balance(session.tenant, accountId),
    keys.openLoans(session.tenant, accountId),
  ];
  const { attempt } = session;
  const moved = copied.filter((key) => attempt?.hasMoved(key));
  if (moved.length === 0) return request;
  const items = await readToDecide(session, moved);
  const balance = items.find(({ SK }) => SK === 'B');
  const state = balance ? accountStateFields.fromItem(balance) : request.account.state;
  return {
    ...request,
    account: { ...request.account, state },
    openLoans: findOpenLoans(items, accountId),
  };
}

function requireLifecycleRequest(id: string, item: Item | undefined): LifecycleRequest {
  if (!item) {
    const sentence = `There is no lifecycle request ${id.slice(0, 64)}.`;
    throw new Refusal('lifecycle_request_not_found', sentence);
  }
  return fromLifecycleItem(item);
}

export interface LifecycleFilter {
  readonly accountId?: string | undefined;
  readonly status?: DecisionStatus | undefined;
}

/**
 * A page of lifecycle requests, newest first: one query for a status, with or without an account; one
 * for each of the four statuses for an account alone; one for each shard without a filter. Filtered
 * pages come from an index, which is eventually consistent (ADR 027).
 */
export async function listLifecycleRequests(
  session: Session,
  { accountId, status }: LifecycleFilter,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Page<LifecycleRequest>> {
  if (after !== undefined && !isId('lcr', after))
    throw new Refusal('invalid_cursor', INVALID_CURSOR_MESSAGE);
  if (accountId !== undefined && !isId('acc', accountId)) return { items: [] };
  const { store } = session;
  const filing = { kind: 'LCR', subject: accountId, status } as const;
  const listing: Listing = {
    ...listRequestPartitions(session, filing),
    range: { from: 'lcr_', to: after === undefined ? 'lcr_~' : buildKeyBefore(after) },
    order: 'newest first',
    spread: 'any',
  };
  const { items, hasMore } = await listMerged(store, listing, limit);
  return toPage(items.map(fromLifecycleItem), hasMore, items.at(-1)?.SK);
}

interface RequestListFilter {
  readonly kind: RequestKind;
  readonly subject?: string | undefined;
  readonly status?: DecisionStatus | undefined;
}

/** The partitions of the requests of a kind: all, those about a subject, or those in a state. */
export function listRequestPartitions(
  { tenant, store }: Session,
  { kind, subject, status }: RequestListFilter,
): Pick<Listing, 'partitions' | 'index'> {
  const states = status === undefined ? decisionStatus.states : [status];
  if (subject !== undefined) {
    const partitions = states.map((state) => keys.requestsBySubject(tenant, kind, subject, state));
    return { index: INDEXES.subject, partitions };
  }
  if (status !== undefined) {
    return { index: INDEXES.state, partitions: [keys.requestsByState(tenant, kind, status)] };
  }
  const shards = listShardNames(store.shards);
  return { partitions: shards.map((shard) => keys.requests(tenant, kind, shard)) };
}
