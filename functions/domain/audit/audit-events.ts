// What the audit trail says of a committed change: who did what to which records, and when.
import type { DomainEvent } from '../projections/projector.ts';

/** What audit events are found by; the value comes last, so that it cannot imitate another part. */
export interface AuditIndex {
  readonly by: 'TIME' | 'ACTOR' | 'OPERATION' | 'SUBJECT';
  /** Absent by time alone. */
  readonly value?: string;
}

/** A change that a receipt records. */
export interface AuditEvent {
  /** Identifies the receipt without showing the Idempotency-Key, which belongs to the caller. */
  readonly id: string;
  readonly at: string;
  /** The `sub` of the token: an operator or a service. */
  readonly actor: string;
  readonly operation: string;
  /** The identifiers of the records that the change names, each once. */
  readonly subjects: readonly string[];
  /** FAILED when a decision or a batch was recorded as failed. */
  readonly outcome: AuditOutcome;
  readonly correlationId: string;
  /** The types of the change's events, each once. */
  readonly eventTypes: readonly string[];
}

export type AuditOutcome = 'COMMITTED' | 'FAILED';

/** A receipt without its answer. */
export interface AuditedReceipt {
  readonly receiptId: string;
  readonly occurredAt: string;
  readonly actor: string;
  readonly operation: string;
  readonly correlationId: string;
  readonly events: readonly DomainEvent[];
}

/** The audit event of a receipt: always the same one, however often the receipt is read. */
export function buildAuditEvent(receipt: AuditedReceipt): AuditEvent {
  const { events, receiptId: id, occurredAt: at, actor, operation, correlationId } = receipt;
  const eventTypes = [...new Set(events.map(({ type }) => type))];
  const isFailed = eventTypes.some((type) => type.endsWith('.failed'));
  return {
    id,
    at,
    actor,
    operation,
    subjects: listSubjects(events),
    outcome: isFailed ? 'FAILED' : 'COMMITTED',
    correlationId,
    eventTypes,
  };
}

/** The identifiers of records that an auditor looks for; entries of accounts belong to their journal entry. */
const RECORD_ID =
  /^(?:acc|lcr|far|glr|chg|jrn|ptm|txn|loan|rul|sch|wfl|exe|bat|whk)_[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

function listSubjects(events: readonly DomainEvent[]): string[] {
  const named = events.flatMap(({ aggregateId, payload }) => [
    aggregateId,
    ...listTexts(payload).filter((text) => RECORD_ID.test(text)),
  ]);
  return [...new Set(named)];
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(listTexts);
}
