// The Idempotency-Key of an export that is requested without one: the same for the same export.
import { createHash } from 'node:crypto';

const KEY = /^[A-Za-z0-9._:-]{16,128}$/;
const OUTSIDE = /[^A-Za-z0-9._:-]/g;
const READABLE_MAX = 80;
const DIGEST_DIGITS = 32;

/**
 * Builds the key from the legal basis, the period and what else was chosen. A legal basis may contain what a key may
 * not; such a key has a form of its own, with a digest, so that no two exports get the same one.
 */
export function buildExportKey(parts: readonly (string | undefined)[]): string {
  const text = ['export', ...parts.filter((part) => part !== undefined)].join('-');
  if (KEY.test(text)) return text;
  const digest = createHash('sha256').update(text).digest('hex').slice(0, DIGEST_DIGITS);
  const readable = text.slice('export-'.length).replaceAll(OUTSIDE, '_').slice(0, READABLE_MAX);
  return `export:${readable}:${digest}`;
}
