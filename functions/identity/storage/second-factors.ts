// The second factors of an operator, in one item. An administrator can remove them and never enrols one: only
// the operator has the device. The table's key encrypts the secrets.
import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { identityKeys, readItem } from './identity-table.ts';
import type { IdentityTable, IdentityItem } from './identity-table.ts';

export interface FactorOwner {
  readonly operatorId: string;
  readonly tenantId: string;
  /** Factors that were enrolled in a sign-in before this second are invalid. */
  readonly factorsSince: number;
}

/** An authenticator app: a secret that the operator's device shares with this service. */
export interface AuthenticatorApp {
  readonly secret: string;
  /** The latest time step whose code was used; no code is good twice. */
  readonly usedStep: number;
  readonly enrolledAt: string;
}

/** A WebAuthn credential: a key pair, of which the authenticator keeps the private key. */
export interface Passkey {
  readonly id: string;
  /** As the operator calls it. */
  readonly name: string;
  readonly credentialId: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** How often it has signed, by the count of the authenticator; 0 if that does not count. */
  readonly counter: number;
  readonly transports: readonly string[];
  /** Whether its authenticator may copy it to other devices. */
  readonly isBackupEligible: boolean;
  readonly isBackedUp: boolean;
  readonly enrolledAt: string;
  readonly lastUsedAt?: string;
}

export interface SecondFactors {
  readonly app?: AuthenticatorApp;
  /** Oldest first. */
  readonly passkeys: readonly Passkey[];
  /** Another one after each factor that is enrolled or removed. */
  readonly changeId?: string;
}

/** The attribute of the app, and its id. */
export const APP_ID = 'app';

/** The id of a passkey, and its attribute: each has its own, so that one changes without the others. */
const PASSKEY_ID = /^passkey_[0-9a-f]{12}$/;

/** Reads the factors that were enrolled since the administrator last reset them. */
export async function readSecondFactors(
  table: IdentityTable,
  { operatorId, factorsSince }: Omit<FactorOwner, 'tenantId'>,
): Promise<SecondFactors> {
  const item = (await readItem(table, identityKeys.secondFactors(operatorId))) ?? {};
  const isValid = (factor: IdentityItem) => Number(factor.signed_in_at) >= factorsSince;
  const app = item[APP_ID] as IdentityItem | undefined;
  const passkeys = Object.entries(item)
    .filter(([id, factor]) => PASSKEY_ID.test(id) && isValid(factor as IdentityItem))
    .map(([id, factor]) => fromPasskeyItem(id, factor as IdentityItem))
    .toSorted((a, b) => (a.enrolledAt < b.enrolledAt ? -1 : 1));
  return {
    ...(app !== undefined && isValid(app) && { app: fromAppItem(app) }),
    passkeys,
    ...(item.change_id !== undefined && { changeId: String(item.change_id) }),
  };
}

/** How many factors there are; without one, a sign-in with the password may enrol the first. */
export function countFactors({ app, passkeys }: SecondFactors): number {
  return passkeys.length + (app === undefined ? 0 : 1);
}

/** Whether a factor with this id is among them. */
export function hasFactor({ app, passkeys }: SecondFactors, factorId: string): boolean {
  return factorId === APP_ID ? app !== undefined : passkeys.some(({ id }) => id === factorId);
}

function fromAppItem(app: IdentityItem): AuthenticatorApp {
  return {
    secret: String(app.secret),
    usedStep: Number(app.used_step),
    enrolledAt: String(app.enrolled_at),
  };
}

function fromPasskeyItem(id: string, passkey: IdentityItem): Passkey {
  const { last_used_at: usedAt } = passkey;
  return {
    id,
    name: String(passkey.name),
    credentialId: String(passkey.credential_id),
    publicKey: new Uint8Array(passkey.public_key as Uint8Array),
    counter: Number(passkey.counter),
    transports: (passkey.transports as unknown[]).map(String),
    isBackupEligible: passkey.backup_eligible === true,
    isBackedUp: passkey.backed_up === true,
    enrolledAt: String(passkey.enrolled_at),
    ...(usedAt !== undefined && { lastUsedAt: String(usedAt) }),
  };
}

/** Uses up the code of a time step; false when it or a later one was used before. */
export function useTimeStep(
  table: IdentityTable,
  { operatorId }: Pick<FactorOwner, 'operatorId'>,
  { secret }: AuthenticatorApp,
  step: number,
): Promise<boolean> {
  return noteUse(table, operatorId, APP_ID, {
    UpdateExpression: 'SET #factor.used_step = :step, #factor.use_id = :use',
    ConditionExpression: '#factor.secret = :secret AND #factor.used_step < :step',
    ExpressionAttributeValues: { ':step': step, ':secret': secret },
  });
}

export interface PasskeyUse {
  readonly passkey: Passkey;
  readonly counter: number;
  readonly isBackedUp: boolean;
}

/** Notes that a passkey has signed; false when it was removed, or has signed with a higher count. */
export function notePasskeyUse(
  table: IdentityTable,
  { operatorId }: Pick<FactorOwner, 'operatorId'>,
  { passkey: { id, credentialId }, counter, isBackedUp }: PasskeyUse,
): Promise<boolean> {
  return noteUse(table, operatorId, id, {
    UpdateExpression:
      'SET #factor.#counter = :counter, #factor.backed_up = :backed, #factor.last_used_at = :now, #factor.use_id = :use',
    ConditionExpression:
      '#factor.credential_id = :credential AND (#factor.#counter < :counter OR :counter = :zero)',
    ExpressionAttributeNames: { '#counter': 'counter' },
    ExpressionAttributeValues: {
      ':counter': counter,
      ':zero': 0,
      ':backed': isBackedUp,
      ':now': new Date().toISOString(),
      ':credential': credentialId,
    },
  });
}

type UseUpdate = Pick<
  UpdateCommandInput,
  | 'UpdateExpression'
  | 'ConditionExpression'
  | 'ExpressionAttributeNames'
  | 'ExpressionAttributeValues'
>;

async function noteUse(
  table: IdentityTable,
  operatorId: string,
  factorId: string,
  update: UseUpdate,
): Promise<boolean> {
  const useId = randomUUID();
  const command = new UpdateCommand({
    TableName: table.name,
    Key: identityKeys.secondFactors(operatorId),
    ...update,
    ExpressionAttributeNames: { ...update.ExpressionAttributeNames, '#factor': factorId },
    ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':use': useId },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    await table.documents.send(command);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    // The SDK repeats a call without an answer, and the first one may have been carried out.
    return error.Item?.[factorId]?.M?.use_id?.S === useId;
  }
}
