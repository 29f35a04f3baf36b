// The lists of adjustment requests: keyed by an index wherever the filters name a key.
import type { AdjustmentRequest } from '../../domain/requests/adjustments.ts';
import type { AdjustmentType, TargetType } from '../../domain/requests/corrections.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { decisionStatus } from '../../domain/requests/transitions.ts';
import type { DecisionStatus } from '../../domain/requests/transitions.ts';
import { fromAdjustmentItem, adjustmentsByState } from './adjustment-items.ts';
import { listFiltered } from '../store/filtered-lists.ts';
import { isId, shardNames } from '../store/ids.ts';
import { indexes } from '../store/indexes.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { withNext } from '../store/pages.ts';
import type { Page } from '../store/pages.ts';
import type { Session } from '../commit/session.ts';
import { BEYOND, justBefore, listMerged } from '../store/shards.ts';
import type { Listing } from '../store/shards.ts';

export interface AdjustmentFilter {
  readonly status?: DecisionStatus | undefined;
  readonly type?: AdjustmentType | undefined;
  readonly targetType?: TargetType | undefined;
  readonly targetId?: string | undefined;
}

type Place = Pick<Listing, 'partitions' | 'index'> & {
  /** What the key does not say and has to be looked for. */
  readonly sought: Readonly<Record<string, string>>;
};

const TYPES: readonly AdjustmentType[] = ['REVERSAL', 'CORRECTION'];
const TARGETS: readonly TargetType[] = ['TRANSACTION', 'JOURNAL_ENTRY'];

/**
 * A page of adjustment requests, newest first: at most 4 queries with a status or a target, one for
 * each shard without. What has to be looked for ends at 1,000 items (ADR 029).
 */
export async function listAdjustments(
  session: Session,
  filter: AdjustmentFilter,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Page<AdjustmentRequest>> {
  if (after !== undefined && !isId('far', after)) throw new Refusal('invalid_cursor', BEYOND);
  if (filter.targetId !== undefined && !isTarget(filter.targetId, filter)) return { items: [] };
  const { sought, ...place } = placeOf(session, filter);
  const listing: Listing = {
    ...place,
    range: { from: 'far_', to: after === undefined ? 'far_~' : justBefore(after) },
    order: 'newest first',
    spread: 'any',
  };
  const page = await pageOf(session, listing, sought, limit);
  return { ...page, items: page.items.map(fromAdjustmentItem) };
}

async function pageOf(
  { store }: Session,
  listing: Listing,
  sought: Place['sought'],
  limit: number,
): Promise<Page<Item>> {
  if (Object.keys(sought).length > 0) return listFiltered(store, listing, sought, limit);
  const { items, hasMore } = await listMerged(store, listing, limit);
  return withNext(items, hasMore, items.at(-1)?.SK);
}

function isTarget(id: string, { targetType }: AdjustmentFilter): boolean {
  const isEntry = isId('jrn', id) && targetType !== 'TRANSACTION';
  return isEntry || (isId('txn', id) && targetType !== 'JOURNAL_ENTRY');
}

function placeOf({ tenant, store }: Session, filter: AdjustmentFilter): Place {
  const { status, type, targetType, targetId } = filter;
  const states = status === undefined ? decisionStatus.states : [status];
  const byType = type !== undefined && { adjustment_type: type };
  if (targetId !== undefined) {
    const partitions = states.map((state) =>
      keys.requestsBySubject(tenant, 'FAR', targetId, state),
    );
    return { index: indexes.subject, partitions, sought: { ...byType } };
  }
  if (status !== undefined || (type !== undefined && targetType !== undefined)) {
    return { index: indexes.state, partitions: byState(tenant, states, filter), sought: {} };
  }
  const shards = shardNames(store.shards).map((shard) => keys.requests(tenant, 'FAR', shard));
  const byTarget = targetType !== undefined && { target_type: targetType };
  return { partitions: shards, sought: { ...byType, ...byTarget } };
}

function byState(
  tenant: string,
  states: readonly DecisionStatus[],
  { type, targetType }: AdjustmentFilter,
): string[] {
  const types = type === undefined ? TYPES : [type];
  const targets = targetType === undefined ? TARGETS : [targetType];
  return states.flatMap((state) =>
    types.flatMap((one) => targets.map((target) => adjustmentsByState(tenant, state, one, target))),
  );
}
