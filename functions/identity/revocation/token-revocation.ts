// The revocation of access tokens (RFC 7009). The provider refuses every JWT at this endpoint because it
// stores none. It does so after it has authenticated the client, so what it refused is settled here.
import { JwtBaseError } from 'aws-jwt-verify/error';
import { decomposeUnverifiedJwt } from 'aws-jwt-verify/jwt';
import type { JwtPayload } from 'aws-jwt-verify/jwt-model';
import { verifyJwtSync } from 'aws-jwt-verify/jwt-verifier';
import { errors } from 'oidc-provider';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { isMalformedSignature } from '../malformed-signature.ts';
import type { ProviderMiddleware, SecurityLog } from '../sign-in/interaction-page.ts';
import { listSigningKeys } from '../signing-keys.ts';
import type { SigningKeySecret } from '../signing-keys.ts';
import type { IdentityTable } from '../storage/identity-table.ts';
import { revokeToken } from './revocations.ts';

export interface TokenRevocation {
  readonly provider: Provider;
  readonly table: IdentityTable;
  /** The keys that sign the tokens. */
  readonly keys: SigningKeySecret;
  readonly log: SecurityLog;
}

export function buildTokenRevocation(revocation: TokenRevocation): ProviderMiddleware {
  const { provider, keys } = revocation;
  const refused = new WeakSet<object>();
  provider.on('revocation.error', (context, error) => {
    if (error instanceof errors.UnsupportedTokenType) refused.add(context);
  });
  const jwks = { keys: listSigningKeys(keys).map((key) => ({ ...key })) };
  return async (context, next) => {
    await next();
    if (!refused.has(context)) return;
    const { params, client } = (context as KoaContextWithOIDC).oidc;
    const token = String(params?.token);
    const claims = readOwnClaims(token, provider.issuer, jwks);
    // An id token is of a kind that cannot be revoked, and a success would say that it was.
    if (claims !== undefined && !isAccessToken(token)) return;
    if (claims !== undefined && claims.client_id === client?.clientId) {
      await revokeOwnToken(revocation, claims);
    }
    // Also for a token that is unknown, expired or another client's: there is nothing to revoke.
    context.response.remove('Content-Type');
    context.status = 200;
    context.body = '';
  };
}

type KeySet = Parameters<typeof verifyJwtSync>[1];

/** The claims of a token that this service signed and that has not expired. */
function readOwnClaims(token: string, issuer: string, keys: KeySet): JwtPayload | undefined {
  try {
    return verifyJwtSync(token, keys, { issuer, audience: null });
  } catch (error) {
    if (error instanceof JwtBaseError || isMalformedSignature(error)) return undefined;
    throw error;
  }
}

function isAccessToken(token: string): boolean {
  return decomposeUnverifiedJwt(token).header.typ === 'at+jwt';
}

async function revokeOwnToken({ table, log }: TokenRevocation, claims: JwtPayload): Promise<void> {
  const { jti, exp, sub, client_id } = claims;
  const token = { jti: String(jti), tenantId: String(claims['tenant_id']) };
  await revokeToken(table, token, Number(exp));
  log('access token revoked', { client_id, sub });
}
