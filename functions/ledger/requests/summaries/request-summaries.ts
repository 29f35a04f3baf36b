// The requests of all kinds in one list: what an operator has to decide, or has asked for. They share an
// index, in the order of their time, with a partition for those that wait and one for the others (ADR 098).
import { decisionStatus } from '../../../domain/requests/transitions.ts';
import { hasAmountWithin } from '../../../domain/requests/request-summaries.ts';
import type { RequestSummary } from '../../../domain/requests/request-summaries.ts';
import { Refusal } from '../../../domain/refusals/refusals.ts';
import type { Session } from '../../commit/session.ts';
import { mergeBranches, READ_AHEAD_MAX } from '../../store/filtered-lists.ts';
import type { ReadBranch } from '../../store/filtered-lists.ts';
import { buildFirstIdAt, omitIdPrefix, readIdTime } from '../../store/ids.ts';
import { INDEXES } from '../../store/indexes.ts';
import type { Item } from '../../store/item.ts';
import { keys } from '../../store/keys.ts';
import {
  buildKeyAfter,
  buildKeyBefore,
  INVALID_CURSOR_MESSAGE,
  refuseEmptyRange,
  runQuery,
} from '../../store/merged-lists.ts';
import type { KeyRange } from '../../store/merged-lists.ts';
import { toPage } from '../../store/pages.ts';
import type { Page } from '../../store/pages.ts';
import { buildConditions } from './summary-conditions.ts';
import type { RequestSummaryFilter, SummaryCondition } from './summary-conditions.ts';
import { fromSummaryItem } from './summary-items.ts';

/** A page, and the time up to which requests were examined where it is short and there may be more. */
export interface RequestSummaryPage extends Page<RequestSummary> {
  readonly searchedUntil?: string;
}

/**
 * A page of requests in the order of their time: one query with a status, two without. Only the time and
 * whether a request waits have a key: a page with other filters examines at most 1,000 requests, and may be
 * short and still have a next page. Refuses with invalid_cursor.
 */
export async function listRequestSummaries(
  session: Session,
  filter: RequestSummaryFilter,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<RequestSummaryPage> {
  if (after !== undefined && !TIME_ORDER.test(after))
    throw new Refusal('invalid_cursor', INVALID_CURSOR_MESSAGE);
  const partitions = listPartitions(filter);
  const range = buildRange(filter, after);
  if (after !== undefined) refuseEmptyRange(range);
  const query: BranchQuery = {
    range,
    conditions: buildConditions(session, filter),
    filter,
    limit,
    readMax: Math.floor(READ_AHEAD_MAX / partitions.length),
  };
  const branches = await Promise.all(
    partitions.map((isPending) => readBranch(session, isPending, query)),
  );
  const { found, end } = mergeBranches(branches, readTimeOrder, filter.order ?? 'newest first');
  const page = found.slice(0, limit);
  const next = page.length < found.length ? page.at(-1) : undefined;
  const last = next ? readTimeOrder(next) : end;
  const isShort = page.length < limit && last !== undefined;
  return {
    ...toPage(page.map(fromSummaryItem), last !== undefined, last),
    ...(isShort && { searchedUntil: new Date(readIdTime(`_${last}`)).toISOString() }),
  };
}

const TIME_ORDER = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Before and after every position. */
const FIRST = '0';
const LAST = 'g';

function listPartitions({ status, isDecidable }: RequestSummaryFilter): boolean[] {
  return [true, false].filter(
    (isPending) =>
      (status === undefined || isPending === (status === decisionStatus.initial)) &&
      (isDecidable !== true || isPending),
  );
}

// Both ends of the period are inclusive: it ends where the next millisecond starts.
function buildRange(
  { from, to, order }: RequestSummaryFilter,
  after: string | undefined,
): KeyRange {
  const start = from === undefined ? FIRST : buildPosition(Date.parse(from));
  const end = to === undefined ? LAST : buildPosition(Date.parse(to) + 1);
  if (after === undefined) return { from: start, to: end };
  return order === 'oldest first'
    ? { from: buildKeyAfter(after), to: end }
    : { from: start, to: buildKeyBefore(after) };
}

function buildPosition(time: number): string {
  return omitIdPrefix(buildFirstIdAt('chg', new Date(time)));
}

interface BranchQuery {
  readonly range: KeyRange;
  readonly conditions: readonly SummaryCondition[];
  readonly filter: RequestSummaryFilter;
  readonly limit: number;
  /** The number of requests to examine where the page is filtered. */
  readonly readMax: number;
}

async function readBranch(
  { store, tenant }: Session,
  isPending: boolean,
  { range, conditions, filter, limit, readMax }: BranchQuery,
): Promise<ReadBranch<Item>> {
  const { name, partition, sort } = INDEXES.time;
  const { amount, order } = filter;
  const isNarrowed = conditions.length > 0;
  const usesStatus = conditions.some(({ expression }) => expression.includes('#status'));
  const { Items: items, LastEvaluatedKey: more } = await runQuery(store, {
    TableName: store.ledgerTable,
    IndexName: name,
    KeyConditionExpression: `${partition} = :partition AND ${sort} BETWEEN :from AND :to`,
    ...(isNarrowed && {
      FilterExpression: conditions.map(({ expression }) => expression).join(' AND '),
    }),
    ...(usesStatus && { ExpressionAttributeNames: { '#status': 'status' } }),
    ExpressionAttributeValues: Object.assign(
      {
        ':partition': keys.requestsByTime(tenant, isPending),
        ':from': range.from,
        ':to': range.to,
      },
      ...conditions.map(({ values }) => values),
    ),
    Limit: isNarrowed || amount ? readMax : limit + 1,
    ScanIndexForward: order === 'oldest first',
  });
  const end = more?.[sort] as string | undefined;
  // An amount is part of what the maker has sent, which no expression can read.
  const fitting = amount && items.filter((item) => hasAmountWithin(fromSummaryItem(item), amount));
  return { items: fitting ?? items, end };
}

function readTimeOrder({ SK }: Item): string {
  return omitIdPrefix(SK);
}
