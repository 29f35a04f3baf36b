// The entry of a receipt in the evidence log: a leaf is its hash. Its members are fixed, because an auditor
// computes the same bytes from a receipt (docs/evidence-formats.md).
import { hash } from 'node:crypto';
import { computeJsonDigest, formatCanonicalJson } from '../values/canonical-json.ts';
import { ENTRY_BYTES_MAX } from './entry-bundles.ts';

/** What a receipt says of itself. */
export interface ReceiptFacts {
  readonly receiptId: string;
  readonly at: string;
  readonly operation: string;
  readonly actor: string;
  readonly correlationId: string;
  readonly fingerprint: string;
  readonly status: number;
  /** The body of the first answer, as it was sent. */
  readonly answer: string;
  readonly events: readonly RecordedEvent[];
  readonly journalEntries: readonly RecordedEntry[];
  /** The receipt's own digest, hexadecimal (ADR 074). */
  readonly digest: string;
  /** Random bytes, without which no one can guess the content from the leaf's hash. */
  readonly salt: Uint8Array;
  /** When a receipt of an earlier version was given its salt and digest; absent for all others (ADR 107). */
  readonly adoptedAt?: string | undefined;
}

interface RecordedEvent {
  readonly type: string;
  readonly aggregateId: string;
  readonly payload: unknown;
}

interface RecordedEntry {
  readonly id: string;
  /** Of its statement (entry-digest.ts), hexadecimal. */
  readonly digest: string;
}

/** A record that the mutation wrote: an event with the digest of its payload, or a journal entry. */
export interface LoggedRecord {
  readonly type: string;
  readonly id: string;
  readonly sha256: string;
}

/** The operation of the receipt that records a rebuild of the state of the log after a restore. */
export const LOG_REBUILD_OPERATION = 'rebuildEvidenceLog';

/** The type of the records of journal entries; all others are of events, and have a point in their type. */
export const JOURNAL_ENTRY_RECORD = 'journal_entry';

/** The members of an entry, as JSON has them. */
export interface ReceiptEntry {
  readonly v: 1;
  readonly receipt_id: string;
  readonly at: string;
  readonly operation: string;
  readonly actor: string;
  readonly correlation_id: string;
  readonly fingerprint: string;
  readonly status: number;
  readonly answer_sha256: string;
  readonly records: readonly LoggedRecord[];
  /** Present if `records` lacks those of events: SHA-256 over the canonical JSON of the complete list. */
  readonly records_sha256?: string;
  readonly digest: string;
  readonly salt: string;
  /** Present if the receipt is of an earlier version: it is proved to stand so since this time only. */
  readonly adopted_at?: string;
}

/**
 * Builds the entry of a receipt: canonical JSON. Where it would be longer than a bundle can hold, `records`
 * has only the journal entries, and `records_sha256` covers all.
 */
export function buildReceiptEntry(facts: ReceiptFacts): Buffer {
  const records = listRecords(facts);
  const head = {
    v: 1 as const,
    receipt_id: facts.receiptId,
    at: facts.at,
    operation: facts.operation,
    actor: facts.actor,
    correlation_id: facts.correlationId,
    fingerprint: facts.fingerprint,
    status: facts.status,
    answer_sha256: hash('sha256', facts.answer, 'hex'),
    digest: facts.digest,
    salt: Buffer.from(facts.salt).toString('hex'),
    ...(facts.adoptedAt !== undefined && { adopted_at: facts.adoptedAt }),
  };
  const whole = encodeEntry({ ...head, records });
  if (whole.byteLength <= ENTRY_BYTES_MAX) return whole;
  return encodeEntry({
    ...head,
    records: records.filter(({ type }) => type === JOURNAL_ENTRY_RECORD),
    records_sha256: computeJsonDigest(records),
  });
}

/** Lists the records of a receipt: its events, then its journal entries. */
export function listRecords({
  events,
  journalEntries,
}: Pick<ReceiptFacts, 'events' | 'journalEntries'>): LoggedRecord[] {
  const ofEvents = events.map(({ type, aggregateId, payload }) => {
    return { type, id: aggregateId, sha256: computeJsonDigest(payload) };
  });
  const ofEntries = journalEntries.map(({ id, digest }) => {
    return { type: JOURNAL_ENTRY_RECORD, id, sha256: digest };
  });
  return [...ofEvents, ...ofEntries];
}

function encodeEntry(entry: ReceiptEntry): Buffer {
  return Buffer.from(formatCanonicalJson(entry));
}

const TEXT_MEMBERS = [
  'receipt_id',
  'at',
  'operation',
  'actor',
  'correlation_id',
  'fingerprint',
  'answer_sha256',
  'digest',
  'salt',
] as const;

/** Parses an entry of the log. Throws RangeError when it is not of this form or not canonical. */
export function parseReceiptEntry(bytes: Uint8Array): ReceiptEntry {
  const entry = parseJson(Buffer.from(bytes).toString());
  if (!isReceiptEntry(entry)) throw new RangeError('The entry is not that of a receipt.');
  if (!encodeEntry(entry).equals(bytes)) throw new RangeError('The entry is not canonical JSON.');
  return entry;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RangeError('The entry is not JSON.');
  }
}

function isReceiptEntry(value: unknown): value is ReceiptEntry {
  if (!isObject(value)) return false;
  const { v, status, records, records_sha256: all, adopted_at: adoptedAt } = value;
  return (
    v === 1 &&
    Number.isSafeInteger(status) &&
    TEXT_MEMBERS.every((name) => typeof value[name] === 'string') &&
    (all === undefined || typeof all === 'string') &&
    (adoptedAt === undefined || typeof adoptedAt === 'string') &&
    Array.isArray(records) &&
    records.every(isLoggedRecord)
  );
}

function isLoggedRecord(value: unknown): value is LoggedRecord {
  return (
    isObject(value) && ['type', 'id', 'sha256'].every((name) => typeof value[name] === 'string')
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
