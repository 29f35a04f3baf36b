// A version of a noun, as the receipt of the change that made it states it.
import type { AuditedReceipt } from '../audit/audit-events.ts';
import { readOptionalTextMember, readPayload } from '../projections/event-payload.ts';
import type { ProjectionState } from '../projections/projector.ts';
import { findVersionedRecord } from './versioned-nouns.ts';
import type { VersionedRecord } from './versioned-nouns.ts';

export interface RecordVersion {
  /** From 1 without gaps. */
  readonly version: number;
  /** The event that carries it: what happened to the noun. */
  readonly eventType: string;
  readonly changedAt: string;
  /**
   * The operator or the service whose request was committed: of an approval, the checker, and of a change
   * request, its maker.
   */
  readonly changedBy: string;
  readonly operation: string;
  readonly receiptId: string;
  readonly correlationId: string;
  /** The request whose approval made the change, and its maker. */
  readonly approved?: { readonly requestId: string; readonly requestedBy?: string };
  /** The whole noun, as its operations showed it then. */
  readonly content: ProjectionState;
}

/** A receipt with the key under which it is stored. */
export interface KeyedReceipt extends AuditedReceipt {
  readonly idempotencyKey: string;
}

/** Builds the version that a receipt carries; undefined if it has none of that number. */
export function buildRecordVersion(
  receipt: KeyedReceipt,
  record: VersionedRecord,
  version: number,
): RecordVersion | undefined {
  const event = receipt.events.find(
    (one) => one.version === version && isSameRecord(findVersionedRecord(one), record),
  );
  if (!event) return undefined;
  const approved = findApprovedRequest(receipt);
  return {
    version,
    eventType: event.type,
    changedAt: receipt.occurredAt,
    changedBy: receipt.actor,
    operation: receipt.operation,
    receiptId: receipt.receiptId,
    correlationId: receipt.correlationId,
    ...(approved && { approved }),
    content: readPayload(event),
  };
}

function isSameRecord(one: VersionedRecord | undefined, other: VersionedRecord): boolean {
  if (one?.noun !== other.noun || one.id.length !== other.id.length) return false;
  return one.id.every((part, index) => part === other.id[index]);
}

/** The key of the receipt of a change that a change request has made, which names the request. */
const CHANGE_KEY = /^!(chg_.+)$/;

function findApprovedRequest({
  actor,
  events,
  idempotencyKey,
}: KeyedReceipt): RecordVersion['approved'] {
  const changeId = CHANGE_KEY.exec(idempotencyKey)?.[1];
  if (changeId !== undefined) return { requestId: changeId, requestedBy: actor };
  const decision = events.find(({ type }) => type.endsWith('.applied'));
  if (!decision) return undefined;
  const requestedBy = readOptionalTextMember(readPayload(decision), 'requested_by');
  return { requestId: decision.aggregateId, ...(requestedBy !== undefined && { requestedBy }) };
}
