// How many requests wait: those that an operator may decide, and the operator's own.
import type { Session } from '../../commit/session.ts';
import { INDEXES } from '../../store/indexes.ts';
import { keys } from '../../store/keys.ts';
import { runQuery } from '../../store/merged-lists.ts';

export interface RequestCounts {
  /** The requests of others that wait. */
  readonly others: number;
  /** The own requests that wait. */
  readonly mine: number;
  /** Whether both counts are those of all requests; otherwise there may be more. */
  readonly isExact: boolean;
}

/** The largest number that a count names. */
export const COUNT_MAX = 1_000;
/** A query reads a megabyte at most, so that even a tenant of large requests is counted in bounded time. */
const QUERIES_MAX = 8;

/** Counts the requests that wait, up to 1,000 of each: one query for a megabyte of them, and at most eight. */
export async function countPendingRequests({
  store,
  tenant,
  actor,
}: Session): Promise<RequestCounts> {
  const { name, partition } = INDEXES.time;
  const query = {
    TableName: store.ledgerTable,
    IndexName: name,
    KeyConditionExpression: `${partition} = :partition`,
    ExpressionAttributeValues: { ':partition': keys.requestsByTime(tenant, true) },
    ProjectionExpression: 'requested_by',
    Limit: COUNT_MAX,
    ScanIndexForward: false,
  };
  let [others, mine] = [0, 0];
  let start: Record<string, unknown> | undefined;
  for (let count = 0; count < QUERIES_MAX; count += 1) {
    const page = await runQuery(store, { ...query, ExclusiveStartKey: start });
    const own = page.Items.filter((item) => item['requested_by'] === actor).length;
    mine += own;
    others += page.Items.length - own;
    start = page.LastEvaluatedKey;
    if (start === undefined || (others > COUNT_MAX && mine > COUNT_MAX)) break;
  }
  return {
    others: Math.min(others, COUNT_MAX),
    mine: Math.min(mine, COUNT_MAX),
    isExact: start === undefined && others <= COUNT_MAX && mine <= COUNT_MAX,
  };
}
