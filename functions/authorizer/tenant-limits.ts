// Which limit of requests counts the requests of a tenant (ADR 116). API Gateway counts by API keys; here they are
// no secrets, because the gateway takes them from the authorizer alone.
import { createHash } from 'node:crypto';

/** How many limits the tenants without one of their own share. */
export const SHARED_LIMITS = 16;

/** The key of a shared limit. API Gateway takes 20 to 128 letters and digits, unique in a region. */
export function buildSharedKey(apiId: string, index: number): string {
  return `${apiId}countinghouseshared${String(index).padStart(2, '0')}`;
}

/** The key of the limit that is one tenant's own. */
export function buildOwnKey(apiId: string, tenantId: string): string {
  return `${apiId}tenant${digestOf(tenantId).toString('hex').slice(0, 32)}`;
}

/**
 * The key that counts a request of the tenant to the API. Tenants without a limit of their own are spread over
 * the shared ones, always in the same way, so that a busy one slows few others.
 */
export function findLimitKey(
  apiId: string,
  tenantId: string,
  withOwnLimit: ReadonlySet<string>,
): string {
  if (withOwnLimit.has(tenantId)) return buildOwnKey(apiId, tenantId);
  return buildSharedKey(apiId, digestOf(tenantId).readUInt32BE(0) % SHARED_LIMITS);
}

function digestOf(tenantId: string): Buffer {
  return createHash('sha256').update(tenantId).digest();
}
