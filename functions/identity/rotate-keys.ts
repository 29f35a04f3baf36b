// Creates and rotates the signing keys, called by Secrets Manager in four steps. Each rotation publishes
// the key after next, signs with the key published before and retires the previous signing key. The time
// between two rotations is therefore the time that verifiers have to fetch a new key, and a rotation
// that comes too early is refused.
import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { Logger } from '@aws-lambda-powertools/logger';
import { buildTimeBudget } from '../runtime/time-budget.ts';
import { generateFirstKeys, parseKeys, rotateKeys } from './signing-keys.ts';
import type { SigningKeySecret } from './signing-keys.ts';

export interface RotationEvent {
  readonly Step: 'createSecret' | 'setSecret' | 'testSecret' | 'finishSecret';
  readonly SecretId: string;
  readonly ClientRequestToken: string;
}

/** Five minutes each for the provider, the authorizers and the last token, plus a margin. */
export const SETTLING_MS = 20 * 60_000;

/** Runs one step of a rotation. Every step may be repeated, as Secrets Manager does after a failure. */
export async function runRotationStep(
  client: SecretsManagerClient,
  event: RotationEvent,
  now: number = Date.now(),
): Promise<void> {
  if (event.Step === 'createSecret') return createPendingKeys(client, event, now);
  if (event.Step === 'testSecret') return testPendingKeys(client, event);
  if (event.Step === 'finishSecret') return activatePendingKeys(client, event);
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
  { SecretId, ClientRequestToken }: RotationEvent,
): Promise<SigningKeySecret | undefined> {
  try {
    const { SecretString = '' } = await client.send(
      new GetSecretValueCommand({
        SecretId,
        VersionId: ClientRequestToken,
        VersionStage: 'AWSPENDING',
      }),
    );
    return parseKeys(SecretString);
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
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

const logger = new Logger({ serviceName: 'identity-keys' });
const secrets = new SecretsManagerClient(buildTimeBudget({ attempts: 3, milliseconds: 3_000 }));

export async function handler(event: RotationEvent): Promise<void> {
  await runRotationStep(secrets, event);
  logger.info('Rotation step done', { step: event.Step });
}
