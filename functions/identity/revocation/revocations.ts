// Access tokens that must no longer be used (ADR 068). They are JWTs and are not stored, so that only
// their end is: an entry for a token that was revoked by itself, and the absence of its grant when a
// sign-out, a revoked refresh token or a code or refresh token used twice ended the whole sign-in. The
// tokens of a service end with the permissions that it held, and all tokens of a client with the client.
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { readClient } from '../clients.ts';
import { identityKeys, readItem } from '../storage/identity-table.ts';
import type { IdentityTable } from '../storage/identity-table.ts';

export interface IssuedToken {
  readonly jti: string;
  readonly tenantId: string;
  /** The grant of the operator's sign-in; a service's token has none. */
  readonly grantId?: string;
}

/** A token that a caller presents. */
export interface PresentedToken extends IssuedToken {
  readonly clientId: string;
  /** What it permits, if it is a service's. */
  readonly serviceScopes?: readonly string[];
}

/** Revokes one token. `expiresAt` is its own expiry in seconds, after which the entry is not needed. */
export async function revokeToken(
  table: IdentityTable,
  { jti, tenantId }: IssuedToken,
  expiresAt: number,
): Promise<void> {
  const Item = { ...identityKeys.revokedToken(tenantId, jti), ttl: expiresAt };
  await table.documents.send(new PutCommand({ TableName: table.name, Item }));
}

/**
 * Whether the token or the sign-in that it comes from was ended, its client was deleted, or a permission in
 * it was withdrawn from its service.
 */
export async function isTokenRevoked(
  table: IdentityTable,
  { jti, tenantId, grantId, clientId, serviceScopes = [] }: PresentedToken,
): Promise<boolean> {
  const [entry, isGranted, isEntitled] = await Promise.all([
    readItem(table, identityKeys.revokedToken(tenantId, jti)),
    grantId === undefined || isGrantValid(table, grantId),
    isClientEntitled(table, clientId, serviceScopes),
  ]);
  return entry !== undefined || !isGranted || !isEntitled;
}

async function isClientEntitled(
  table: IdentityTable,
  clientId: string,
  scopes: readonly string[],
): Promise<boolean> {
  const client = await readClient(table, clientId);
  return client !== undefined && scopes.every((scope) => client.scopes.includes(scope));
}

// DynamoDB deletes an expired item at a time of its own choice, which must not decide.
async function isGrantValid(table: IdentityTable, grantId: string): Promise<boolean> {
  const grant = await readItem(table, identityKeys.artifact('Grant', grantId));
  return grant !== undefined && Number(grant.ttl) > Date.now() / 1000;
}
