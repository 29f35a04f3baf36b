// What operators change themselves, besides their second factors: the password, and from when their sign-ins
// count. The item of the operator is the administrator's, and the service never writes it.
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { identityKeys, readItem } from './identity-table.ts';
import type { IdentityTable } from './identity-table.ts';

export interface OwnCredentials {
  readonly passwordHash?: string;
  /** The hash that the administrator had set. A reset sets another, and ends the operator's own. */
  readonly replaces?: string;
  /** Sign-ins before this second are invalid: the operator ended them. */
  readonly signedInSince: number;
  /** The session that stayed, by its uid. */
  readonly keptSession?: string;
}

export async function readOwnCredentials(
  table: IdentityTable,
  operatorId: string,
): Promise<OwnCredentials | undefined> {
  const item = await readItem(table, identityKeys.ownCredentials(operatorId));
  if (item === undefined) return undefined;
  const { password_hash: hash, replaces, kept_session: kept } = item;
  return {
    ...(hash !== undefined && { passwordHash: String(hash), replaces: String(replaces) }),
    signedInSince: Number(item.signed_in_since),
    ...(kept !== undefined && { keptSession: String(kept) }),
  };
}

export interface PasswordReplacement {
  readonly operatorId: string;
  /** The stored hash of the password that the operator entered. */
  readonly seen: string;
  /** The hash that the administrator had set. */
  readonly assigned: string;
  readonly passwordHash: string;
  readonly signedInSince: number;
  readonly keptSession: string;
}

/** Replaces the password; false when it was changed since it was read. */
export async function replaceOwnPassword(
  table: IdentityTable,
  replacement: PasswordReplacement,
): Promise<boolean> {
  const { operatorId, seen, assigned, passwordHash, signedInSince, keptSession } = replacement;
  const command = new UpdateCommand({
    TableName: table.name,
    Key: identityKeys.ownCredentials(operatorId),
    UpdateExpression:
      'SET password_hash = :hash, replaces = :assigned, signed_in_since = :since, kept_session = :kept',
    // The SDK repeats a call without an answer, and then the password is this one already.
    ConditionExpression:
      seen === assigned
        ? 'attribute_not_exists(password_hash) OR replaces <> :assigned OR password_hash = :hash'
        : 'password_hash IN (:seen, :hash)',
    ExpressionAttributeValues: {
      ':hash': passwordHash,
      ':assigned': assigned,
      ':since': signedInSince,
      ':kept': keptSession,
      ...(seen !== assigned && { ':seen': seen }),
    },
  });
  return table.documents.send(command).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    },
  );
}

/** Ends every sign-in before that second, without exception. */
export async function endOwnSignIns(
  table: IdentityTable,
  operatorId: string,
  signedInSince: number,
): Promise<void> {
  await table.documents.send(
    new UpdateCommand({
      TableName: table.name,
      Key: identityKeys.ownCredentials(operatorId),
      UpdateExpression: 'SET signed_in_since = :since REMOVE kept_session',
      ExpressionAttributeValues: { ':since': signedInSince },
    }),
  );
}
