// The requests of all kinds in one list: what an operator has to decide, or has asked for. They share an
// index, in the order of their time, with a partition for those that wait and one for the others (ADR 098).
import type { ControlledRequest } from '../../domain/requests/decisions.ts';
import { decisionStatus } from '../../domain/requests/transitions.ts';
import type { DecisionStatus } from '../../domain/requests/transitions.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import type { Session } from '../commit/session.ts';
import { readText } from '../store/attributes.ts';
import { fields } from '../store/fields.ts';
import { mergeNewestFirst, READ_AHEAD_MAX } from '../store/filtered-lists.ts';
import type { ReadBranch } from '../store/filtered-lists.ts';
import { omitIdPrefix } from '../store/ids.ts';
import { INDEXES } from '../store/indexes.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import type { RequestKind } from '../store/keys.ts';
import { buildKeyBefore, INVALID_CURSOR_MESSAGE, runQuery } from '../store/merged-lists.ts';
import { toPage } from '../store/pages.ts';
import type { Page } from '../store/pages.ts';
import { requestRows } from './items.ts';

/** The name of each kind in answers, and the kind of its records. */
const KINDS = {
  ACCOUNT_LIFECYCLE: 'LCR',
  FINANCIAL_ADJUSTMENT: 'FAR',
  GENERAL_LEDGER: 'GLR',
  CHANGE: 'CHG',
} as const satisfies Record<string, RequestKind>;

export type RequestKindName = keyof typeof KINDS;

/** What requests of all kinds have in common. */
export interface RequestSummary {
  readonly request: ControlledRequest;
  readonly kind: RequestKindName;
  readonly subject: string;
}

export const controlledRequestFields = fields<ControlledRequest>()(requestRows);

export interface RequestSummaryFilter {
  readonly status?: DecisionStatus | undefined;
  readonly kind?: RequestKindName | undefined;
  readonly subject?: string | undefined;
  /** Whether only the requests of the session's actor are listed, or only those of others. */
  readonly isMine?: boolean | undefined;
}

/**
 * A page of requests, newest first: one query with a status, two without. Only whether a request waits has a
 * key: a page with other filters examines at most 1,000 requests, and may be short and still have a next
 * page. Refuses with invalid_cursor.
 */
export async function listRequestSummaries(
  session: Session,
  filter: RequestSummaryFilter,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Page<RequestSummary>> {
  if (after !== undefined && !TIME_ORDER.test(after))
    throw new Refusal('invalid_cursor', INVALID_CURSOR_MESSAGE);
  const to = after === undefined ? LAST : buildKeyBefore(after);
  const { status } = filter;
  const partitions = [true, false].filter(
    (isPending) => status === undefined || isPending === (status === decisionStatus.initial),
  );
  const conditions = buildConditions(session, filter);
  const query = { to, limit, conditions, readMax: Math.floor(READ_AHEAD_MAX / partitions.length) };
  const branches = await Promise.all(
    partitions.map((isPending) => readBranch(session, isPending, query)),
  );
  const { found, end } = mergeNewestFirst(branches, readTimeOrder);
  // A request that has just been decided may be in both partitions for a moment.
  const distinct = [...new Map(found.map((item) => [item.SK, item])).values()];
  const page = distinct.slice(0, limit);
  const next = page.length < distinct.length ? page.at(-1) : undefined;
  const last = next ? readTimeOrder(next) : end;
  return toPage(page.map(fromSummaryItem), last !== undefined, last);
}

const TIME_ORDER = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** After every position. */
const LAST = 'g';

interface Condition {
  readonly expression: string;
  readonly values: Readonly<Record<string, string>>;
}

function buildConditions(
  { tenant, actor }: Session,
  { status, kind, subject, isMine }: RequestSummaryFilter,
): Condition[] {
  const kinds = kind === undefined ? Object.values(KINDS) : [KINDS[kind]];
  const isDecided = status !== undefined && status !== decisionStatus.initial;
  const isNarrowed = kind !== undefined || subject !== undefined;
  return [
    ...(isDecided ? [{ expression: '#status = :status', values: { ':status': status } }] : []),
    ...(isNarrowed ? [buildSubjectCondition(tenant, kinds, subject)] : []),
    ...(isMine === undefined
      ? []
      : [{ expression: `requested_by ${isMine ? '=' : '<>'} :me`, values: { ':me': actor } }]),
  ];
}

// The partition key of the index by subject names kind and subject, and ends with the status.
function buildSubjectCondition(
  tenant: string,
  kinds: readonly RequestKind[],
  subject: string | undefined,
): Condition {
  const starts = kinds.map((kind) => {
    const start = keys.requestsBySubject(tenant, kind, subject ?? '', '');
    return subject === undefined ? start.slice(0, -1) : start;
  });
  const tests = starts.map((_, index) => `begins_with(${INDEXES.subject.partition}, :s${index})`);
  return {
    expression: `(${tests.join(' OR ')})`,
    values: Object.fromEntries(starts.map((start, index) => [`:s${index}`, start])),
  };
}

interface BranchQuery {
  readonly to: string;
  readonly limit: number;
  readonly conditions: readonly Condition[];
  readonly readMax: number;
}

async function readBranch(
  { store, tenant }: Session,
  isPending: boolean,
  { to, limit, conditions, readMax }: BranchQuery,
): Promise<ReadBranch<Item>> {
  const { name, partition, sort } = INDEXES.time;
  const isFiltered = conditions.length > 0;
  const usesStatus = conditions.some(({ expression }) => expression.includes('#status'));
  const { Items: items, LastEvaluatedKey: more } = await runQuery(store, {
    TableName: store.ledgerTable,
    IndexName: name,
    KeyConditionExpression: `${partition} = :partition AND ${sort} <= :to`,
    ...(isFiltered && {
      FilterExpression: conditions.map(({ expression }) => expression).join(' AND '),
    }),
    ...(usesStatus && { ExpressionAttributeNames: { '#status': 'status' } }),
    ExpressionAttributeValues: Object.assign(
      { ':partition': keys.requestsByTime(tenant, isPending), ':to': to },
      ...conditions.map(({ values }) => values),
    ),
    Limit: isFiltered ? readMax : limit + 1,
    ScanIndexForward: false,
  });
  return { items, end: more?.[sort] as string | undefined };
}

function readTimeOrder({ SK }: Item): string {
  return omitIdPrefix(SK);
}

function fromSummaryItem(item: Item): RequestSummary {
  const [, , recordKind] = item.PK.split('#');
  const [kind] = Object.entries(KINDS).find(([, record]) => record === recordKind) ?? [];
  if (kind === undefined) throw new Error(`${item.SK} is no request`);
  const bySubject = readText(item, INDEXES.subject.partition);
  const subject = bySubject.split('#').slice(4, -1).join('#');
  const request = controlledRequestFields.fromItem(item);
  return { request, kind: kind as RequestKindName, subject };
}
