// Which tokens of the bundled identity service must no longer be used (ADR 068).
import type { JwtPayload } from 'aws-jwt-verify/jwt-model';
import { isTokenRevoked } from '../identity/revocation/revocations.ts';
import { openIdentityTable } from '../identity/storage/identity-table.ts';
import { isService } from '../domain/values/service-subjects.ts';

/** Returns whether a token with these verified claims was revoked, or rejects if that is unknown. */
export type RevocationCheck = (claims: JwtPayload) => Promise<boolean>;

/**
 * Outlasts a store that stalls for three seconds: what the authorizer cannot read, API Gateway answers with 500. Every
 * request of a new token waits for it, and it leaves the function time to read the keys.
 */
const BUDGET = { attempts: 5, milliseconds: 1_000 };

/**
 * Checks the tokens of this issuer, which stores in this table what was revoked. Those of other issuers
 * are valid until they expire.
 */
export function buildRevocationCheck(issuer: string, tableName: string): RevocationCheck {
  const table = openIdentityTable(tableName, {}, BUDGET);
  return async ({ iss, jti, sub, tenant_id, grant_id, client_id, scope }) => {
    if (iss !== issuer) return false;
    // A token that could not be revoked is not accepted.
    if (typeof jti !== 'string') return true;
    const clientId = String(client_id);
    const scopes = String(scope ?? '')
      .split(' ')
      .filter(Boolean);
    const token = {
      jti,
      tenantId: String(tenant_id),
      // Tokens of services have none, nor have those from before this claim.
      ...(grant_id !== undefined && { grantId: String(grant_id) }),
      clientId,
      ...(isService(String(sub), clientId) && { serviceScopes: scopes }),
    };
    return isTokenRevoked(table, token).catch((cause: unknown) => {
      throw new Error('Revoked tokens cannot be read', { cause });
    });
  };
}
