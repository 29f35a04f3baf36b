import { JwtVerifier } from 'aws-jwt-verify';
import { JwtBaseError } from 'aws-jwt-verify/error';
import type { JwtHeader, JwtPayload } from 'aws-jwt-verify/jwt-model';
import type { Issuer } from './issuers.ts';
import { KeySets } from './key-sets.ts';

/** What the pipeline learns about the caller: flat strings, as API Gateway hands them on. */
export interface Caller {
  sub: string;
  tenant_id: string;
  client_id: string;
  scope: string;
  /** Seconds since 1970: a cached authorization can outlive its token, so the pipeline looks. */
  expires_at: string;
}

/** A token whose signature may be good and which is refused all the same. */
class TokenRefused extends JwtBaseError {}

const TENANT_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Answers the caller of a valid access token, or rejects with a JwtBaseError. */
export type VerifyAccessToken = (token: string) => Promise<Caller>;

/** Verifies signature, issuer, audience, expiry and kind of a token, whoever of the list issued it. */
export function accessTokenVerifier(issuers: Issuer[], keySets = new KeySets()): VerifyAccessToken {
  const byIssuer = new Map(issuers.map((issuer) => [issuer.issuer, issuer]));
  const verifier = JwtVerifier.create(
    issuers.map((issuer) => ({
      issuer: issuer.issuer,
      audience: issuer.audience,
      jwksUri: issuer.jwksUri,
      customJwtCheck: ({ header, payload }: { header: JwtHeader; payload: JwtPayload }) =>
        checkKind(issuer, header, payload),
    })),
    { jwksCache: keySets },
  );
  return async (token) => {
    const claims = await verifier.verify(token);
    const issuer = byIssuer.get(claims.iss ?? '');
    if (issuer === undefined) throw new TokenRefused('Token of an unknown issuer');
    return callerFrom(issuer, claims);
  };
}

// The library takes a token without expiry, and an id token where the audience happens to fit.
function checkKind(issuer: Issuer, header: JwtHeader, claims: JwtPayload): void {
  if (!Number.isFinite(claims.exp)) throw new TokenRefused('Token never expires');
  if (issuer.typ !== null) demand('typ', mediaType(header.typ), mediaType(issuer.typ));
  if (issuer.kind === 'cognito') demand('token_use', claims.token_use, 'access');
  if (issuer.clientIds !== null && !issuer.clientIds.includes(clientOf(claims))) {
    throw new TokenRefused('Token of another client');
  }
}

function demand(name: string, actual: unknown, expected: string): void {
  if (actual !== expected) throw new TokenRefused(`Token has another ${name}`);
}

// RFC 7515 4.1.9: the prefix may be left out, and media types have no case.
function mediaType(typ: unknown): string {
  return String(typ)
    .toLowerCase()
    .replace(/^application\//, '');
}

function callerFrom(issuer: Issuer, claims: JwtPayload): Caller {
  const tenant = claims[issuer.tenantClaim];
  if (typeof tenant !== 'string' || !TENANT_ID.test(tenant)) {
    throw new TokenRefused('Token belongs to no tenant');
  }
  if (typeof claims.sub !== 'string' || claims.sub === '')
    throw new TokenRefused('Token has no sub');
  return {
    sub: claims.sub,
    tenant_id: tenant,
    client_id: clientOf(claims),
    scope: permissions(issuer, claims.scope).join(' '),
    expires_at: String(claims.exp),
  };
}

// RFC 9068 says client_id, OpenID Connect says azp.
function clientOf(claims: JwtPayload): string {
  const client = claims.client_id ?? claims.azp;
  return typeof client === 'string' ? client : '';
}

function permissions({ scopePrefix }: Issuer, scope: unknown): string[] {
  const scopes = typeof scope === 'string' ? scope.split(' ').filter(Boolean) : [];
  return scopes.filter((s) => s.startsWith(scopePrefix)).map((s) => s.slice(scopePrefix.length));
}
