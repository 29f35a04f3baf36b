// Most of what a receipt says of itself is stored nowhere else, such as its fingerprint. Its digest
// states all of it a second time, so that the verification finds what was changed afterwards (ADR 074).
import { hash } from 'node:crypto';
import { formatStoredValue } from '../store/item.ts';
import type { Item } from '../store/item.ts';

/** The first 128 bits of a SHA-256: enough that no other content has the same, in half the space. */
const HEX_DIGITS = 32;

/**
 * The digest of a receipt with its key and all attributes but the digest itself, hexadecimal. Its input
 * is fixed, because stored receipts hold the digest (docs/upgrades.md).
 */
export function computeReceiptDigest({ digest: _digest, ...receipt }: Item): string {
  return hash('sha256', formatStoredValue(receipt), 'hex').slice(0, HEX_DIGITS);
}
