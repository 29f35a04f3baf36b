// Opaque, URL-safe cursors that are valid only for the list they came from. The digest needs no secret:
// the token's tenant, never the cursor, decides what a page may read.
import { hash } from 'node:crypto';
import { Refusal } from '../domain/refusals/refusals.ts';
import { formatCanonicalJson } from '../domain/values/canonical-json.ts';

const DIGEST_CHARACTERS = 16;
const CURSOR_MAX = 1_024;

export interface CursorScope {
  readonly tenant: string;
  readonly operation: string;
  /** Path and filters: everything that selects the list, without cursor and limit. */
  readonly filters: unknown;
}

export function sealCursor(scope: CursorScope, position: string): string {
  return digestCursor(scope, position) + Buffer.from(position).toString('base64url');
}

/** Returns the position in the cursor. Refuses with invalid_cursor. */
export function openCursor(scope: CursorScope, cursor: string): string {
  const position = Buffer.from(cursor.slice(DIGEST_CHARACTERS), 'base64url').toString();
  // No list has an empty position, and DynamoDB rejects an empty key.
  if (position === '' || cursor.length > CURSOR_MAX || sealCursor(scope, position) !== cursor) {
    throw new Refusal(
      'invalid_cursor',
      'The cursor was changed, or belongs to another list. Restart without one.',
    );
  }
  return position;
}

function digestCursor({ tenant, operation, filters }: CursorScope, position: string): string {
  const text = formatCanonicalJson([tenant, operation, filters ?? null, position]);
  return hash('sha256', text, 'base64url').slice(0, DIGEST_CHARACTERS);
}
