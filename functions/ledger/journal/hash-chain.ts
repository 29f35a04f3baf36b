// Each account entry stores SHA-256 over the previous entry's hash and its own fields; the balance item
// stores the latest hash. Changing, removing or inserting an entry breaks every hash after it.
import { hash } from 'node:crypto';
import { readCurrency, toMinorUnits } from '../../domain/values/money.ts';
import type { JournalEntry, Posting } from '../../domain/journal/journal.ts';
import { buildPostingKey } from '../../domain/journal/journal.ts';

/** The hash before the first entry of an account. */
export const GENESIS_HASH = '0'.repeat(64);

export interface ChainedFields {
  readonly tenant: string;
  readonly accountId: string;
  readonly sequence: number;
  readonly entryId: string;
  readonly postingKey: string;
  readonly entryType: string;
  readonly direction: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly balanceAfterMinor: bigint;
  readonly reference: string;
  readonly postedAt: string;
}

/**
 * The next hash, hexadecimal. The fields are hashed as one JSON array of strings, in the order of
 * ChainedFields, so that no two different entries can produce the same text.
 */
export function computeChainHash(previous: string, fields: ChainedFields): string {
  const text = JSON.stringify([
    previous,
    fields.tenant,
    fields.accountId,
    fields.sequence.toString(),
    fields.entryId,
    fields.postingKey,
    fields.entryType,
    fields.direction,
    fields.amountMinor.toString(),
    fields.currency,
    fields.balanceAfterMinor.toString(),
    fields.reference,
    fields.postedAt,
  ]);
  return hash('sha256', text, 'hex');
}

/** The fields of a posting that its hash covers. `position` counts the entry's postings from 1. */
export function toChainedFields(
  tenant: string,
  entry: JournalEntry,
  posting: Posting,
  position: number,
): ChainedFields {
  return {
    tenant,
    accountId: posting.accountId,
    sequence: posting.sequence,
    entryId: posting.entryId,
    postingKey: buildPostingKey(entry.id, position),
    entryType: entry.entryType,
    direction: posting.direction,
    amountMinor: toMinorUnits(posting.amount),
    currency: readCurrency(posting.amount),
    balanceAfterMinor: toMinorUnits(posting.balanceAfter),
    reference: posting.reference ?? '',
    postedAt: entry.postedAt,
  };
}
