// Enrolments and removals of second factors by the operator: each names the factors that it was decided on, and
// is one transaction with its record.
import { randomBytes, randomUUID } from 'node:crypto';
import { toOwnChangeItem } from './administrative-records.ts';
import { commitIdentityWrites } from './commit-identity-writes.ts';
import { identityKeys } from './identity-table.ts';
import type { IdentityItem, IdentityTable } from './identity-table.ts';
import { APP_ID } from './second-factors.ts';
import type { FactorOwner, Passkey, SecondFactors } from './second-factors.ts';

export interface NewAuthenticatorApp {
  readonly secret: string;
  readonly usedStep: number;
  /** The second of the sign-in in which it is enrolled. */
  readonly signedInAt: number;
}

export interface NewPasskey extends Omit<Passkey, 'id' | 'enrolledAt' | 'lastUsedAt'> {
  /** The second of the sign-in in which it is enrolled. */
  readonly signedInAt: number;
}

/** Enrols an authenticator app, in place of the one seen; false when the factors have changed since. */
export function enrolAuthenticatorApp(
  table: IdentityTable,
  owner: FactorOwner,
  seen: SecondFactors,
  { secret, usedStep, signedInAt }: NewAuthenticatorApp,
): Promise<boolean> {
  const item = { secret, used_step: usedStep, signed_in_at: signedInAt };
  const action = seen.app === undefined ? 'operator.app_enrolled' : 'operator.app_replaced';
  return changeFactors(table, owner, seen, { action, factorId: APP_ID, item });
}

/** Enrols a passkey; false when the factors have changed since they were read. */
export function enrolPasskey(
  table: IdentityTable,
  owner: FactorOwner,
  seen: SecondFactors,
  passkey: NewPasskey,
): Promise<boolean> {
  const factorId = `passkey_${randomBytes(6).toString('hex')}`;
  const item = {
    name: passkey.name,
    credential_id: passkey.credentialId,
    public_key: passkey.publicKey,
    counter: passkey.counter,
    transports: passkey.transports,
    backup_eligible: passkey.isBackupEligible,
    backed_up: passkey.isBackedUp,
    signed_in_at: passkey.signedInAt,
  };
  const action = 'operator.passkey_enrolled';
  return changeFactors(table, owner, seen, { action, factorId, item });
}

/** Removes a factor; false when the factors have changed since they were read. */
export function removeFactor(
  table: IdentityTable,
  owner: FactorOwner,
  seen: SecondFactors,
  factorId: string,
): Promise<boolean> {
  const action = factorId === APP_ID ? 'operator.app_removed' : 'operator.passkey_removed';
  return changeFactors(table, owner, seen, { action, factorId, item: undefined });
}

interface FactorChange {
  readonly action: string;
  readonly factorId: string;
  /** Undefined removes the factor. */
  readonly item: IdentityItem | undefined;
}

function changeFactors(
  { documents, name: TableName }: IdentityTable,
  { operatorId, tenantId }: FactorOwner,
  { changeId: seen }: SecondFactors,
  { action, factorId, item }: FactorChange,
): Promise<boolean> {
  const at = new Date().toISOString();
  // Without the name of a passkey, which may be a person's: a record is never removed.
  const details = { factor: factorId };
  const record = { at, actor: operatorId, action, subject: operatorId, details };
  const isRemoval = item === undefined;
  return commitIdentityWrites({ documents, name: TableName }, [
    {
      Update: {
        TableName,
        Key: identityKeys.secondFactors(operatorId),
        UpdateExpression: isRemoval
          ? 'SET change_id = :change REMOVE #factor'
          : 'SET change_id = :change, #factor = :factor',
        ConditionExpression:
          seen === undefined ? 'attribute_not_exists(change_id)' : 'change_id = :seen',
        ExpressionAttributeNames: { '#factor': factorId },
        ExpressionAttributeValues: {
          ':change': randomUUID(),
          ...(!isRemoval && { ':factor': { ...item, enrolled_at: at } }),
          ...(seen !== undefined && { ':seen': seen }),
        },
      },
    },
    { Put: { TableName, Item: toOwnChangeItem(tenantId, randomUUID(), record) } },
  ]);
}
