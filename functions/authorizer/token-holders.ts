// Notes in the directory who the holders of tokens are. It must not cost a request anything: a holder is
// written once an hour by each instance, beside the read of what was revoked, and no failure is passed on.
import type { JwtPayload } from 'aws-jwt-verify/jwt-model';
import { writeTokenHolder } from '../identity/storage/directory.ts';
import type { HolderNames, TokenHolder } from '../identity/storage/directory.ts';
import type { IdentityTable } from '../identity/storage/identity-table.ts';
import type { Issuer } from './issuers.ts';
import type { TokenClaims } from './token-claims.ts';

const AGAIN_MS = 3_600_000;
/** Limits the memory of an instance; after that some holders are written sooner. */
const REMEMBERED_MAX = 10_000;
const ID_CHARACTERS_MAX = 255;
const NAME_CHARACTERS_MAX = 160;

/** Notes the holder of an accepted token. Returns at once, and never throws. */
export type NoteTokenHolder = (holder: TokenHolder) => void;

/** Writes each holder to the directory, and again after an hour or when the names have changed. */
export function buildHolderNotes(
  table: IdentityTable,
  now: () => number = Date.now,
): NoteTokenHolder {
  const due = new Map<string, number>();
  return (holder) => {
    if (holder.id.length > ID_CHARACTERS_MAX) return;
    const text = JSON.stringify(holder);
    if (now() < (due.get(text) ?? 0)) return;
    if (due.size >= REMEMBERED_MAX) due.clear();
    due.set(text, now() + AGAIN_MS);
    // The next token of the holder tries again.
    writeTokenHolder(table, holder, new Date(now())).catch(() => due.delete(text));
  };
}

/** The holder of a token with these verified claims; `accepted` is what they say to the pipeline. */
export function toTokenHolder(
  { issuer, kind: issuerKind }: Issuer,
  claims: JwtPayload,
  accepted: Pick<TokenClaims, 'sub' | 'tenant_id' | 'kind'>,
): TokenHolder {
  const { sub: id, tenant_id: tenantId, kind } = accepted;
  return { tenantId, id, kind, issuer, names: readNames(claims, issuerKind) };
}

// Access tokens of Cognito have only `username`.
function readNames(claims: JwtPayload, kind: Issuer['kind']): HolderNames {
  const name = readName(claims['name']);
  const preferredUsername = readName(
    claims['preferred_username'] ?? (kind === 'cognito' ? claims['username'] : undefined),
  );
  const email = readName(claims['email']);
  return {
    ...(name !== undefined && { name }),
    ...(preferredUsername !== undefined && { preferredUsername }),
    ...(email !== undefined && { email }),
  };
}

// An issuer may put anything into its claims; a name is one line.
function readName(claim: unknown): string | undefined {
  if (typeof claim !== 'string') return undefined;
  const name = claim.replace(/\p{Cc}/gu, ' ').trim();
  return name === '' || name.length > NAME_CHARACTERS_MAX ? undefined : name;
}
