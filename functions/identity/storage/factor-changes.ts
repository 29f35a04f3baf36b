// Enrolments and removals of second factors by the operator: each names the factors that it was decided on, and
// is one transaction with its record. Where a factor goes, the other sessions end in that transaction too: they
// may be on the device that was lost, and a removal that is complete is not repeated to end them.
import { randomBytes, randomUUID } from 'node:crypto';
import { buildOwnChangeRecord } from './administrative-records.ts';
import { commitIdentityWrites } from './commit-identity-writes.ts';
import type { IdentityWrite } from './commit-identity-writes.ts';
import { identityKeys } from './identity-table.ts';
import type { IdentityItem, IdentityTable } from './identity-table.ts';
import { buildSignInEnd } from './own-credentials.ts';
import type { ValidSignIns } from './own-credentials.ts';
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

/** Enrols the first authenticator app; false when the factors have changed since they were read. */
export function enrolAuthenticatorApp(
  table: IdentityTable,
  owner: FactorOwner,
  seen: SecondFactors,
  app: NewAuthenticatorApp,
): Promise<boolean> {
  const item = toAppItem(app);
  const action = 'operator.app_enrolled';
  return changeFactors(table, owner, seen, { action, factorId: APP_ID, item });
}

/** Enrols an authenticator app in place of the one seen; otherwise as `enrolAuthenticatorApp`. */
export function replaceAuthenticatorApp(
  table: IdentityTable,
  owner: FactorOwner,
  seen: SecondFactors,
  { signIns, ...app }: NewAuthenticatorApp & { readonly signIns: ValidSignIns },
): Promise<boolean> {
  const item = toAppItem(app);
  const action = 'operator.app_replaced';
  return changeFactors(table, owner, seen, { action, factorId: APP_ID, item, signIns });
}

function toAppItem({ secret, usedStep, signedInAt }: NewAuthenticatorApp): IdentityItem {
  return { secret, used_step: usedStep, signed_in_at: signedInAt };
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
  { factorId, signIns }: { readonly factorId: string; readonly signIns: ValidSignIns },
): Promise<boolean> {
  const action = factorId === APP_ID ? 'operator.app_removed' : 'operator.passkey_removed';
  return changeFactors(table, owner, seen, { action, factorId, signIns });
}

interface FactorChange {
  readonly action: string;
  readonly factorId: string;
  /** Absent where the factor is removed. */
  readonly item?: IdentityItem;
  /** Absent where no sign-in ends. */
  readonly signIns?: ValidSignIns;
}

function changeFactors(
  table: IdentityTable,
  owner: FactorOwner,
  { changeId: seen }: SecondFactors,
  { action, factorId, item, signIns }: FactorChange,
): Promise<boolean> {
  const factor = item && { ...item, enrolled_at: new Date().toISOString() };
  const update = buildFactorUpdate(table, owner, factorId, factor);
  return commitIdentityWrites(table, [
    {
      Update: {
        ...update,
        ConditionExpression:
          seen === undefined ? 'attribute_not_exists(change_id)' : 'change_id = :seen',
        ExpressionAttributeValues: {
          ...update.ExpressionAttributeValues,
          ...(seen !== undefined && { ':seen': seen }),
        },
      },
    },
    ...(signIns === undefined ? [] : [buildSignInEnd(table, owner, signIns)]),
    // Without the name of a passkey, which may be a person's: a record is never removed.
    buildOwnChangeRecord(table, owner, action, { factor: factorId }),
  ]);
}

/** Builds the change of one factor, which has no condition; without a factor it is removed. */
export function buildFactorUpdate(
  { name: TableName }: IdentityTable,
  { operatorId }: Pick<FactorOwner, 'operatorId'>,
  factorId: string,
  factor?: IdentityItem,
): NonNullable<IdentityWrite['Update']> {
  return {
    TableName,
    Key: identityKeys.secondFactors(operatorId),
    UpdateExpression: factor
      ? 'SET change_id = :change, #factor = :factor'
      : 'SET change_id = :change REMOVE #factor',
    ExpressionAttributeNames: { '#factor': factorId },
    ExpressionAttributeValues: { ':change': randomUUID(), ...(factor && { ':factor': factor }) },
  };
}
