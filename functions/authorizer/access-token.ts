import { JwtVerifier } from 'aws-jwt-verify';
import { JwtBaseError } from 'aws-jwt-verify/error';
import type { JwtHeader, JwtPayload } from 'aws-jwt-verify/jwt-model';
import { isMalformedSignature } from '../identity/malformed-signature.ts';
import { isServiceScope } from '../identity/permissions.ts';
import { findHolderKind, readClientId } from './holder-kinds.ts';
import type { Issuer } from './issuers.ts';
import { KeySets } from './key-sets.ts';
import type { RevocationCheck } from './revocations.ts';
import type { TokenClaims } from './token-claims.ts';
import { toTokenHolder } from './token-holders.ts';
import type { NoteTokenHolder } from './token-holders.ts';

/** Refuses a token in spite of a valid signature. */
class TokenRefusal extends JwtBaseError {}

const TENANT_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Returns the claims of a valid access token, or rejects with a JwtBaseError. */
export type VerifyAccessToken = (token: string) => Promise<TokenClaims>;

/**
 * Verifies signature, issuer, audience, expiry and kind of a token of any configured issuer, and that it
 * was not revoked. Notes the holder of each token whose signature is valid.
 */
export function buildTokenVerifier(
  issuers: Issuer[],
  isRevoked: RevocationCheck,
  keySets = new KeySets(),
  noteHolder: NoteTokenHolder = () => undefined,
): VerifyAccessToken {
  const byIssuer = new Map(issuers.map((issuer) => [issuer.issuer, issuer]));
  const verifier = JwtVerifier.create(
    issuers.map((issuer) => ({
      issuer: issuer.issuer,
      audience: issuer.audience,
      jwksUri: issuer.jwksUri,
      customJwtCheck: ({ header, payload }: { header: JwtHeader; payload: JwtPayload }) =>
        checkTokenKind(issuer, header, payload),
    })),
    { jwksCache: keySets },
  );
  return async (token) => {
    const claims = await verifier.verify(token).catch(refuseMalformedSignature);
    const issuer = byIssuer.get(claims.iss ?? '');
    if (issuer === undefined) throw new TokenRefusal('Token of an unknown issuer');
    const caller = toTokenClaims(issuer, claims);
    // Before the revocation is read, so that the note takes no time of its own.
    noteHolder(toTokenHolder(issuer, claims, caller));
    if (await isRevoked(claims)) throw new TokenRefusal('Token was revoked');
    return caller;
  };
}

function refuseMalformedSignature(error: unknown): never {
  throw isMalformedSignature(error) ? new TokenRefusal('Malformed signature') : error;
}

// The library accepts a token without expiry, and an id token whose audience happens to match.
function checkTokenKind(issuer: Issuer, header: JwtHeader, claims: JwtPayload): void {
  if (!Number.isFinite(claims.exp)) throw new TokenRefusal('Token never expires');
  if (issuer.typ !== null)
    requireClaim('typ', normalizeMediaType(header.typ), normalizeMediaType(issuer.typ));
  if (issuer.kind === 'cognito') requireClaim('token_use', claims.token_use, 'access');
  if (issuer.clientIds !== null && !issuer.clientIds.includes(readClientId(issuer, claims))) {
    throw new TokenRefusal('Token of another client');
  }
}

function requireClaim(name: string, actual: unknown, expected: string): void {
  if (actual !== expected) throw new TokenRefusal(`Token has another ${name}`);
}

// RFC 7515 4.1.9: the prefix may be left out, and media types are case-insensitive.
function normalizeMediaType(typ: unknown): string {
  return String(typ)
    .toLowerCase()
    .replace(/^application\//, '');
}

function toTokenClaims(issuer: Issuer, claims: JwtPayload): TokenClaims {
  const tenant = claims[issuer.tenantClaim];
  if (typeof tenant !== 'string' || !TENANT_ID.test(tenant)) {
    throw new TokenRefusal('Token belongs to no tenant');
  }
  if (issuer.tenants !== null && !issuer.tenants.includes(tenant)) {
    throw new TokenRefusal('Token of another tenant than those of its issuer');
  }
  if (typeof claims.sub !== 'string' || claims.sub === '')
    throw new TokenRefusal('Token has no sub');
  const permissions = readPermissions(issuer, claims.scope);
  const kind = findHolderKind(issuer, claims);
  // An issuer cannot give a service what only people may hold.
  const allowed = kind === 'SERVICE' ? permissions.filter(isServiceScope) : permissions;
  return {
    sub: claims.sub,
    tenant_id: tenant,
    client_id: readClientId(issuer, claims),
    kind,
    scope: allowed.join(' '),
    expires_at: String(claims.exp),
  };
}

function readPermissions({ scopePrefix }: Issuer, scope: unknown): string[] {
  const scopes = typeof scope === 'string' ? scope.split(' ').filter(Boolean) : [];
  return scopes.filter((s) => s.startsWith(scopePrefix)).map((s) => s.slice(scopePrefix.length));
}
