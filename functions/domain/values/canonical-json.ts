// JSON in the one spelling of RFC 8785, so that the same content has the same hash everywhere. Digests in logs,
// stored fingerprints and cursors depend on its bytes.
import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** Returns the same text for every spelling of a value. Throws for values that are not JSON. */
export function formatCanonicalJson(value: unknown): string {
  return canonicalize(value) ?? 'null';
}

/** Computes SHA-256 over the canonical JSON of the value, hexadecimal. */
export function computeJsonDigest(value: unknown): string {
  return hash('sha256', formatCanonicalJson(value), 'hex');
}
