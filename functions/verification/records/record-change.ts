// What a receipt says that its mutation did to one record.
import type { StoredEvent } from '../../ledger/commit/receipt-events.ts';
import type { RecordKind } from '../../ledger/record-kinds.ts';
import type { Key } from '../../ledger/store/keys.ts';
import type { Members } from './stored-record-form.ts';

/**
 * `written`: the record exists and has these members for good. `stage`: it came to this stage, and has
 * these members while that is its newest. `version`: the same of a version. `counted`: it was changed.
 */
export type RecordChangeType = 'written' | 'stage' | 'version' | 'counted';

export interface RecordChange {
  readonly type: RecordChangeType;
  readonly kind: RecordKind;
  readonly key: Key;
  /** The subject, as the receipt names it. */
  readonly about: string;
  /** The name of the stage, or the version. */
  readonly change: string;
  /** The identifier or time that was made with it. */
  readonly since: string;
  /** Undefined where the receipt does not hold them. */
  readonly members: Members | undefined;
}

/** The record was changed; nothing more follows from the receipt alone. */
export function buildCountedChange(kind: RecordKind, key: Key, about: string): RecordChange {
  return { type: 'counted', kind, key, about, change: '', since: '', members: undefined };
}

/** The event made this version of the record. */
export function buildVersionChange(
  kind: RecordKind,
  given: Pick<RecordChange, 'key' | 'members'>,
  { aggregateId: about, version }: StoredEvent,
): RecordChange {
  return { type: 'version', kind, about, change: String(version), since: '', ...given };
}

/** The members that the event states; none if it has no payload. */
export function toMembers({ payload }: StoredEvent): Members {
  return (payload ?? {}) as Members;
}
