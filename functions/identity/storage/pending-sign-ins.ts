// Sign-ins whose password was right and whose second factor is still missing, by the provider's
// interaction, which the browser's cookie protects.
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { identityKeys, readItem } from './identity-table.ts';
import type { IdentityTable } from './identity-table.ts';

/** As long as the operator has to sign in at all. */
const PENDING_SECONDS = 600;

export interface PendingSignIn {
  readonly operatorId: string;
  /** The second of the password; a reset after it invalidates the sign-in. */
  readonly signedInAt: number;
  /** The secret that the page offers for an authenticator app, if the operator has to enrol one. */
  readonly offeredSecret: string;
}

export async function writePendingSignIn(
  table: IdentityTable,
  interaction: string,
  { operatorId, signedInAt, offeredSecret }: PendingSignIn,
): Promise<void> {
  const Item = {
    ...identityKeys.pendingSignIn(interaction),
    operator_id: operatorId,
    signed_in_at: signedInAt,
    offered_secret: offeredSecret,
    ttl: signedInAt + PENDING_SECONDS,
  };
  await table.documents.send(new PutCommand({ TableName: table.name, Item }));
}

export async function readPendingSignIn(
  table: IdentityTable,
  interaction: string,
): Promise<PendingSignIn | undefined> {
  const item = await readItem(table, identityKeys.pendingSignIn(interaction));
  // DynamoDB deletes an expired item at a time of its own choice, which must not decide.
  if (item === undefined || Number(item.ttl) <= Date.now() / 1000) return undefined;
  return {
    operatorId: String(item.operator_id),
    signedInAt: Number(item.signed_in_at),
    offeredSecret: String(item.offered_secret),
  };
}

export async function deletePendingSignIn(
  table: IdentityTable,
  interaction: string,
): Promise<void> {
  const Key = identityKeys.pendingSignIn(interaction);
  await table.documents.send(new DeleteCommand({ TableName: table.name, Key }));
}
