// The metadata of an account: pairs of text that the institution attaches to it (docs/contract.md,
// Account lifecycle). The ledger stores and returns them, and decides nothing by them.
import { Refusal } from '../refusals/refusals.ts';
import { escapePointer } from '../values/json-pointers.ts';
import { isShortLine } from '../values/text-patterns.ts';

export type MetadataPairs = Readonly<Record<string, string>>;

export interface AccountMetadata {
  readonly pairs: MetadataPairs;
  /** 1 at first; grows by 1 with each replacement. */
  readonly version: number;
}

const KEY_CHARACTERS_MAX = 64;

/**
 * Replaces all pairs. Refuses with invalid_request when a key is empty, too long or more than one line;
 * the schema of the request bounds the number of pairs and their values.
 */
export function replaceMetadata(
  before: AccountMetadata | undefined,
  pairs: MetadataPairs,
): AccountMetadata {
  const faults = Object.keys(pairs).flatMap(findKeyFault);
  if (faults.length > 0) throw new Refusal('invalid_request', faults);
  return { pairs, version: (before?.version ?? 0) + 1 };
}

function findKeyFault(key: string): string[] {
  if (isShortLine(key, KEY_CHARACTERS_MAX)) return [];
  const rule = `1 to ${KEY_CHARACTERS_MAX} characters without control characters or line breaks`;
  return [`/metadata/${escapePointer(key)} must have a key of ${rule}`];
}
