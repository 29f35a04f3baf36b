// The second factors of an operator. An administrator can remove them and never enrols one: only the
// operator has the device. The table's key encrypts the secrets.
import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { identityKeys, readItem } from './identity-table.ts';
import type { IdentityTable, IdentityItem } from './identity-table.ts';

export interface FactorOwner {
  readonly operatorId: string;
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

export interface SecondFactors {
  readonly app?: AuthenticatorApp;
}

export interface NewAuthenticatorApp {
  readonly secret: string;
  readonly usedStep: number;
  /** The second of the sign-in in which it is enrolled. */
  readonly signedInAt: number;
}

/** Reads the factors that were enrolled since the administrator last reset them. */
export async function readSecondFactors(
  table: IdentityTable,
  { operatorId, factorsSince }: FactorOwner,
): Promise<SecondFactors> {
  const item = await readItem(table, identityKeys.secondFactors(operatorId));
  const app = item?.app as IdentityItem | undefined;
  if (app === undefined || Number(app.signed_in_at) < factorsSince) return {};
  return {
    app: {
      secret: String(app.secret),
      usedStep: Number(app.used_step),
      enrolledAt: String(app.enrolled_at),
    },
  };
}

/**
 * Enrols an authenticator app; false when another one has been enrolled meanwhile. `replaced` is the secret
 * of the one that it replaces.
 */
export async function enrolAuthenticatorApp(
  table: IdentityTable,
  { operatorId, factorsSince }: FactorOwner,
  { secret, usedStep, signedInAt }: NewAuthenticatorApp,
  replaced = secret,
): Promise<boolean> {
  const app = {
    secret,
    used_step: usedStep,
    signed_in_at: signedInAt,
    enrolled_at: new Date().toISOString(),
  };
  const command = new UpdateCommand({
    TableName: table.name,
    Key: identityKeys.secondFactors(operatorId),
    UpdateExpression: 'SET app = :app',
    // The SDK repeats a call without an answer, and then the app has this secret already.
    ConditionExpression:
      'attribute_not_exists(app) OR app.signed_in_at < :since OR app.secret IN (:replaced, :secret)',
    ExpressionAttributeValues: {
      ':app': app,
      ':since': factorsSince,
      ':replaced': replaced,
      ':secret': secret,
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

/** Uses up the code of a time step; false when it or a later one was used before. */
export async function useTimeStep(
  table: IdentityTable,
  { operatorId }: FactorOwner,
  { secret }: AuthenticatorApp,
  step: number,
): Promise<boolean> {
  const useId = randomUUID();
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: identityKeys.secondFactors(operatorId),
        UpdateExpression: 'SET app.used_step = :step, app.use_id = :use',
        ConditionExpression: 'app.secret = :secret AND app.used_step < :step',
        ExpressionAttributeValues: { ':step': step, ':use': useId, ':secret': secret },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    // The SDK repeats a call without an answer, and the first one may have been carried out.
    return error.Item?.app?.M?.use_id?.S === useId;
  }
}
