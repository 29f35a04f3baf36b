// Creates and rotates the signing keys in the four steps of Secrets Manager. Each rotation publishes
// the key after next, signs with the key published before and retires the previous signing key. The time
// between two rotations is therefore the time that verifiers have to fetch a new key, and a rotation
// that comes too early is refused.
import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { generateFirstKeys, parseKeys, rotateKeys } from '../signing-keys.ts';
import type { SigningKeySecret } from '../signing-keys.ts';
import { toRecordItem } from '../storage/administrative-records.ts';
import type { IdentityTable } from '../storage/identity-table.ts';

export interface RotationStores {
  readonly secrets: SecretsManagerClient;
  /** Takes the record of each rotation. */
  readonly table: IdentityTable;
}

export interface RotationEvent {
  readonly Step: 'createSecret' | 'setSecret' | 'testSecret' | 'finishSecret';
  readonly SecretId: string;
  readonly ClientRequestToken: string;
}

/** The keys are rotated every thirty days; no alarm can look back as far. */
export const KEYS_FRESH_MS = 33 * 86_400_000;

/** Five minutes each for the provider, the authorizers and the last token, plus a margin. */
export const SETTLING_MS = 20 * 60_000;

/** No person rotates the keys: Secrets Manager does, on its schedule. */
const ROTATION_ACTOR = 'service:secretsmanager';

/** Runs one step of a rotation. Every step may be repeated, as Secrets Manager does after a failure. */
export async function runRotationStep(
  { secrets: client, table }: RotationStores,
  event: RotationEvent,
  now: number = Date.now(),
): Promise<void> {
  if (event.Step === 'createSecret') return createPendingKeys(client, event, now);
  if (event.Step === 'testSecret') return testPendingKeys(client, event);
  if (event.Step === 'finishSecret') {
    const keys = await readKeyVersion(client, event);
    await activatePendingKeys(client, event);
    await recordRotation(table, event, keys);
  }
}

async function createPendingKeys(client: SecretsManagerClient, event: RotationEvent, now: number) {
  const { SecretId, ClientRequestToken } = event;
  if ((await readPendingKeys(client, event)) !== undefined) return;
  const current = await client.send(new GetSecretValueCommand({ SecretId }));
  const keys = parseKeys(current.SecretString ?? '');
  if (keys !== undefined && now < keys.rotatedAt + SETTLING_MS) {
    throw new Error('The previous rotation has not settled yet; rotate again in twenty minutes');
  }
  const next = keys === undefined ? generateFirstKeys(now) : rotateKeys(keys, now);
  await client.send(
    new PutSecretValueCommand({
      SecretId,
      ClientRequestToken,
      SecretString: JSON.stringify(next),
      VersionStages: ['AWSPENDING'],
    }),
  );
}

async function testPendingKeys(client: SecretsManagerClient, event: RotationEvent): Promise<void> {
  if ((await readPendingKeys(client, event)) === undefined)
    throw new Error('There are no pending keys');
}

async function readPendingKeys(
  client: SecretsManagerClient,
  event: RotationEvent,
): Promise<SigningKeySecret | undefined> {
  try {
    return await readKeyVersion(client, event, 'AWSPENDING');
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** The keys of this rotation; with a stage only while they have it. */
async function readKeyVersion(
  client: SecretsManagerClient,
  { SecretId, ClientRequestToken }: RotationEvent,
  stage?: 'AWSPENDING',
): Promise<SigningKeySecret | undefined> {
  const { SecretString = '' } = await client.send(
    new GetSecretValueCommand({
      SecretId,
      VersionId: ClientRequestToken,
      ...(stage && { VersionStage: stage }),
    }),
  );
  return parseKeys(SecretString);
}

// A repeated step writes the same record again.
async function recordRotation(
  table: IdentityTable,
  { ClientRequestToken }: RotationEvent,
  keys: SigningKeySecret | undefined,
): Promise<void> {
  if (keys === undefined) return;
  const at = new Date(keys.rotatedAt).toISOString();
  const Item = toRecordItem({ trail: 'audit', tenant: '' }, ClientRequestToken, {
    at,
    actor: ROTATION_ACTOR,
    action: 'signing_keys.rotated',
    subject: keys.current.kid,
    details: { signs: keys.current.kid, signs_next: keys.next.kid, retires: keys.previous?.kid },
  });
  await table.documents.send(new PutCommand({ TableName: table.name, Item }));
}

async function activatePendingKeys(
  client: SecretsManagerClient,
  event: RotationEvent,
): Promise<void> {
  const { SecretId, ClientRequestToken } = event;
  const { VersionIdsToStages = {} } = await client.send(new DescribeSecretCommand({ SecretId }));
  const current = Object.entries(VersionIdsToStages).find(([, stages]) =>
    stages.includes('AWSCURRENT'),
  )?.[0];
  if (current === ClientRequestToken) return;
  await client.send(
    new UpdateSecretVersionStageCommand({
      SecretId,
      VersionStage: 'AWSCURRENT',
      MoveToVersionId: ClientRequestToken,
      RemoveFromVersionId: current,
    }),
  );
}

/** Whether the keys that sign were rotated in time. */
export async function areKeysFresh(
  client: SecretsManagerClient,
  SecretId: string,
  now: number = Date.now(),
): Promise<boolean> {
  const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId }));
  const keys = parseKeys(SecretString);
  return keys !== undefined && now < keys.rotatedAt + KEYS_FRESH_MS;
}
