// What operators change themselves, besides their second factors: the password, and from when their sign-ins
// count. The item of the operator is the administrator's, and the service never writes it. Each change is one
// transaction with its record.
import { buildOwnChangeRecord } from './administrative-records.ts';
import type { CredentialOwner } from './administrative-records.ts';
import { commitIdentityWrites } from './commit-identity-writes.ts';
import type { IdentityWrite } from './commit-identity-writes.ts';
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
  readonly owner: CredentialOwner;
  /** The stored hash of the password that the operator entered. */
  readonly seen: string;
  /** The hash that the administrator had set. */
  readonly assigned: string;
  readonly passwordHash: string;
  readonly signedInSince: number;
  readonly keptSession: string;
}

/** Replaces the password; false when it was changed since it was read. */
export function replaceOwnPassword(
  table: IdentityTable,
  replacement: PasswordReplacement,
): Promise<boolean> {
  const { owner, seen, assigned, passwordHash, signedInSince, keptSession } = replacement;
  return commitIdentityWrites(table, [
    {
      Update: {
        TableName: table.name,
        Key: identityKeys.ownCredentials(owner.operatorId),
        UpdateExpression:
          'SET password_hash = :hash, replaces = :assigned, signed_in_since = :since, kept_session = :kept',
        ConditionExpression:
          seen === assigned
            ? 'attribute_not_exists(password_hash) OR replaces <> :assigned'
            : 'password_hash = :seen',
        ExpressionAttributeValues: {
          ':hash': passwordHash,
          ':assigned': assigned,
          ':since': signedInSince,
          ':kept': keptSession,
          ...(seen !== assigned && { ':seen': seen }),
        },
      },
    },
    buildOwnChangeRecord(table, owner, 'operator.password_changed'),
  ]);
}

/** Ends every sign-in before that second, without exception. */
export async function endOwnSignIns(
  table: IdentityTable,
  owner: CredentialOwner,
  signedInSince: number,
): Promise<void> {
  await commitIdentityWrites(table, [
    buildSignInEnd(table, owner, { signedInSince }),
    buildOwnChangeRecord(table, owner, 'operator.signed_out_everywhere'),
  ]);
}

/** Which sign-ins count after a change: those since a second, and all in the session that stays. */
export interface ValidSignIns {
  readonly signedInSince: number;
  /** The uid of the session; without one none stays. */
  readonly keptSession?: string | undefined;
}

/** Builds the end of all other sign-ins. */
export function buildSignInEnd(
  { name: TableName }: IdentityTable,
  { operatorId }: Pick<CredentialOwner, 'operatorId'>,
  { signedInSince, keptSession }: ValidSignIns,
): IdentityWrite {
  const isEach = keptSession === undefined;
  return {
    Update: {
      TableName,
      Key: identityKeys.ownCredentials(operatorId),
      UpdateExpression: `SET signed_in_since = :since${isEach ? ' REMOVE kept_session' : ', kept_session = :kept'}`,
      ExpressionAttributeValues: {
        ':since': signedInSince,
        ...(!isEach && { ':kept': keptSession }),
      },
    },
  };
}
