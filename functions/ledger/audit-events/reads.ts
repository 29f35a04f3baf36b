// Reads of audit events, newest first. Each filter has its own partition; where several are given, the
// one that matches fewest is read and the others are applied to what was read.
import type { AuditEvent, AuditIndex } from '../../domain/audit/audit-events.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import type { TimePeriod } from '../../domain/values/periods.ts';
import type { Session } from '../commit/session.ts';
import { requireProjectionsTable } from '../projections/items.ts';
import { readOldestUnapplied } from '../projections/lag.ts';
import { readActiveGeneration } from '../projections/reads.ts';
import { readStatus } from '../projections/status.ts';
import { READ_AHEAD_MAX } from '../store/filtered-lists.ts';
import { keys } from '../store/keys.ts';
import { buildKeyBefore, INVALID_CURSOR_MESSAGE, runQuery } from '../store/merged-lists.ts';
import { auditEventFields } from './items.ts';

export interface AuditEventFilter extends TimePeriod {
  readonly actor?: string | undefined;
  readonly operation?: string | undefined;
  readonly subject?: string | undefined;
  /** The position of the last event on the page before. */
  readonly after?: string | undefined;
}

/** Events that match a filter, newest first. */
export interface AuditEventSlice<Event> {
  readonly events: readonly Event[];
  /** The position of the last event that was read, if there are older ones. */
  readonly end?: string;
}

/** The positions that a page may show, both included. */
export interface PositionRange {
  readonly from: string;
  readonly to: string;
}

/** The position of an event in a list: its time, then its identifier. */
export function toPosition({ at, id }: Pick<AuditEvent, 'at' | 'id'>): string {
  return `${at}#${id}`;
}

/** Refuses with invalid_cursor when the cursor points outside of the period. */
export function toPositionRange({ from = '0', to, after }: AuditEventFilter): PositionRange {
  const end = to === undefined ? '~' : `${to}#~`;
  const range = { from, to: after === undefined ? end : buildKeyBefore(after) };
  if (range.from > range.to) throw new Refusal('invalid_cursor', INVALID_CURSOR_MESSAGE);
  return range;
}

/**
 * The newest events of the range, up to `limit` and one more: one request. With several filters it
 * reads at most READ_AHEAD_MAX items, and may find fewer events although there are older ones.
 */
export async function readAuditEvents(
  { store, tenant }: Session,
  filter: AuditEventFilter,
  limit: number,
): Promise<AuditEventSlice<AuditEvent>> {
  const { generation } = await readActiveGeneration(store, 'audit_events');
  const { index, rest } = chooseIndex(filter);
  const range = toPositionRange(filter);
  const names = Object.keys(rest);
  const { Items: items, LastEvaluatedKey: more } = await runQuery(store, {
    TableName: requireProjectionsTable(store),
    KeyConditionExpression: 'PK = :list AND SK BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':list': keys.auditEvents(tenant, generation, index),
      ':from': range.from,
      ':to': range.to,
      ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [`:${name}`, value])),
    },
    ...(names.length > 0 && {
      FilterExpression: names.map((name) => `#${name} = :${name}`).join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    }),
    Limit: names.length > 0 ? READ_AHEAD_MAX : limit + 1,
    ScanIndexForward: false,
    // A stale page could lack an event that the lag counts as applied.
    ConsistentRead: true,
  });
  const end = more?.['SK'] as string | undefined;
  return { events: items.map(auditEventFields.fromItem), ...(end !== undefined && { end }) };
}

// A subject has few events, and an actor fewer than an operation that all share.
function chooseIndex({ subject, actor, operation }: AuditEventFilter): {
  readonly index: AuditIndex;
  readonly rest: Readonly<Record<string, string>>;
} {
  const ofActor: Record<string, string> = actor === undefined ? {} : { actor };
  const ofOperation: Record<string, string> = operation === undefined ? {} : { operation };
  if (subject !== undefined) {
    return { index: { by: 'SUBJECT', value: subject }, rest: { ...ofActor, ...ofOperation } };
  }
  if (actor !== undefined) return { index: { by: 'ACTOR', value: actor }, rest: ofOperation };
  if (operation !== undefined) return { index: { by: 'OPERATION', value: operation }, rest: {} };
  return { index: { by: 'TIME' }, rest: {} };
}

/**
 * The age of the oldest change that the audit events are known to lack, in seconds; 0 if there is none.
 * The requests of readOldestUnapplied and one more.
 */
export async function readAuditLagSeconds(session: Session, now: Date): Promise<number> {
  const status = await readStatus(session.store, session.tenant);
  const oldest = await readOldestUnapplied(session, status, ['audit_events']);
  return Math.max(0, now.getTime() - oldest('audit_events')) / 1_000;
}
