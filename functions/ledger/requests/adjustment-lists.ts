// Lists of adjustment requests. They use an index if the filters determine a key of it.
import type { AdjustmentRequest } from '../../domain/requests/adjustments.ts';
import type { AdjustmentType, TargetType } from '../../domain/requests/corrections.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { decisionStatus } from '../../domain/requests/transitions.ts';
import type { DecisionStatus } from '../../domain/requests/transitions.ts';
import { fromAdjustmentItem, buildAdjustmentStateKey } from './adjustment-items.ts';
import { listFiltered } from '../store/filtered-lists.ts';
import { isId, listShardNames } from '../store/ids.ts';
import { INDEXES } from '../store/indexes.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { toPage } from '../store/pages.ts';
import type { Page } from '../store/pages.ts';
import type { Session } from '../commit/session.ts';
import { INVALID_CURSOR_MESSAGE, buildKeyBefore, listMerged } from '../store/merged-lists.ts';
import type { Listing } from '../store/merged-lists.ts';

export interface AdjustmentFilter {
  readonly status?: DecisionStatus | undefined;
  readonly type?: AdjustmentType | undefined;
  readonly targetType?: TargetType | undefined;
  readonly targetId?: string | undefined;
}

type AdjustmentListing = Pick<Listing, 'partitions' | 'index'> & {
  /** The filters that the key does not cover. */
  readonly sought: Readonly<Record<string, string>>;
};

const ADJUSTMENT_TYPES: readonly AdjustmentType[] = ['REVERSAL', 'CORRECTION'];
const TARGET_TYPES: readonly TargetType[] = ['TRANSACTION', 'JOURNAL_ENTRY'];

/**
 * A page of adjustment requests, newest first: at most 4 queries with a status or a target, one for
 * each shard without. A filter that no key covers examines at most 1,000 items (ADR 029).
 */
export async function listAdjustments(
  session: Session,
  filter: AdjustmentFilter,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Page<AdjustmentRequest>> {
  if (after !== undefined && !isId('far', after))
    throw new Refusal('invalid_cursor', INVALID_CURSOR_MESSAGE);
  if (filter.targetId !== undefined && !isTargetId(filter.targetId, filter)) return { items: [] };
  const { sought, ...partitions } = buildListing(session, filter);
  const listing: Listing = {
    ...partitions,
    range: { from: 'far_', to: after === undefined ? 'far_~' : buildKeyBefore(after) },
    order: 'newest first',
    spread: 'any',
  };
  const page = await readPage(session, listing, sought, limit);
  return { ...page, items: page.items.map(fromAdjustmentItem) };
}

async function readPage(
  { store }: Session,
  listing: Listing,
  sought: AdjustmentListing['sought'],
  limit: number,
): Promise<Page<Item>> {
  if (Object.keys(sought).length > 0) return listFiltered(store, listing, sought, limit);
  const { items, hasMore } = await listMerged(store, listing, limit);
  return toPage(items, hasMore, items.at(-1)?.SK);
}

function isTargetId(id: string, { targetType }: AdjustmentFilter): boolean {
  const isEntry = isId('jrn', id) && targetType !== 'TRANSACTION';
  return isEntry || (isId('txn', id) && targetType !== 'JOURNAL_ENTRY');
}

function buildListing({ tenant, store }: Session, filter: AdjustmentFilter): AdjustmentListing {
  const { status, type, targetType, targetId } = filter;
  const states = status === undefined ? decisionStatus.states : [status];
  const byType = type !== undefined && { adjustment_type: type };
  if (targetId !== undefined) {
    const partitions = states.map((state) =>
      keys.requestsBySubject(tenant, 'FAR', targetId, state),
    );
    return { index: INDEXES.subject, partitions, sought: { ...byType } };
  }
  if (status !== undefined || (type !== undefined && targetType !== undefined)) {
    return {
      index: INDEXES.state,
      partitions: listStatePartitions(tenant, states, filter),
      sought: {},
    };
  }
  const shards = listShardNames(store.shards).map((shard) => keys.requests(tenant, 'FAR', shard));
  const byTarget = targetType !== undefined && { target_type: targetType };
  return { partitions: shards, sought: { ...byType, ...byTarget } };
}

function listStatePartitions(
  tenant: string,
  states: readonly DecisionStatus[],
  { type, targetType }: AdjustmentFilter,
): string[] {
  const types = type === undefined ? ADJUSTMENT_TYPES : [type];
  const targets = targetType === undefined ? TARGET_TYPES : [targetType];
  return states.flatMap((state) =>
    types.flatMap((one) =>
      targets.map((target) => buildAdjustmentStateKey(tenant, state, one, target)),
    ),
  );
}
