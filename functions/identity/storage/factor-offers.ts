// What a page offers for a second factor: the secret of an authenticator app, and the challenge that a passkey
// signs. At a sign-in it also says that the password was right. It belongs to the provider's interaction or
// to the session, which the browser's cookie protects.
import { randomBytes } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { readItem } from './identity-table.ts';
import type { IdentityKey, IdentityTable } from './identity-table.ts';

/** As long as an operator has to sign in at all. */
const OFFER_SECONDS = 600;

const CHALLENGE_BYTES = 32;

export interface FactorOffer {
  readonly operatorId: string;
  /** The second of the password; a reset after it ends the offer. */
  readonly signedInAt: number;
  /** The secret for an authenticator app, if the operator enrols one. */
  readonly secret: string;
  /** What a passkey has to sign, in base64url. It is good once. */
  readonly challenge: string;
}

export async function writeFactorOffer(
  table: IdentityTable,
  key: IdentityKey,
  { operatorId, signedInAt, secret }: Omit<FactorOffer, 'challenge'>,
): Promise<FactorOffer> {
  const challenge = generateChallenge();
  const Item = {
    ...key,
    operator_id: operatorId,
    signed_in_at: signedInAt,
    offered_secret: secret,
    challenge,
    ttl: Math.floor(Date.now() / 1000) + OFFER_SECONDS,
  };
  await table.documents.send(new PutCommand({ TableName: table.name, Item }));
  return { operatorId, signedInAt, secret, challenge };
}

export async function readFactorOffer(
  table: IdentityTable,
  key: IdentityKey,
): Promise<FactorOffer | undefined> {
  const item = await readItem(table, key);
  // DynamoDB deletes an expired item at a time of its own choice, which must not decide.
  if (item?.challenge === undefined || Number(item.ttl) <= Date.now() / 1000) return undefined;
  return {
    operatorId: String(item.operator_id),
    signedInAt: Number(item.signed_in_at),
    secret: String(item.offered_secret),
    challenge: String(item.challenge),
  };
}

/** Uses up the challenge, which another one replaces; false when it was used before. */
export async function useChallenge(
  table: IdentityTable,
  key: IdentityKey,
  challenge: string,
): Promise<boolean> {
  const next = generateChallenge();
  const command = new UpdateCommand({
    TableName: table.name,
    Key: { PK: key.PK, SK: key.SK },
    UpdateExpression: 'SET challenge = :next',
    ConditionExpression: 'challenge = :seen',
    ExpressionAttributeValues: { ':next': next, ':seen': challenge },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    await table.documents.send(command);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    // The SDK repeats a call without an answer, and the first one may have been carried out.
    return error.Item?.challenge?.S === next;
  }
}

export async function deleteFactorOffer(table: IdentityTable, key: IdentityKey): Promise<void> {
  await table.documents.send(
    new DeleteCommand({ TableName: table.name, Key: { PK: key.PK, SK: key.SK } }),
  );
}

function generateChallenge(): string {
  return randomBytes(CHALLENGE_BYTES).toString('base64url');
}
