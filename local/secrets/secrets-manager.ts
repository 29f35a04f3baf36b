// A local Secrets Manager: the calls that the functions make, over the AWS SDK's protocol, with secrets in
// files that only their owner can read.
import { randomUUID } from 'node:crypto';
import type { Endpoint } from '../http/endpoint.ts';
import { startJsonService } from '../http/json-service.ts';
import { SecretFile } from './secret-file.ts';

export interface SecretsManager extends Endpoint {
  /** Creates a secret with a first value, as a deployment does. An existing secret does not change. */
  create(secretId: string, value: string): void;
  isRotated(secretId: string): boolean;
}

type SecretCall = (secret: SecretFile, input: Record<string, unknown>) => object;

const calls: Record<string, SecretCall> = {
  GetSecretValue: (secret, input) =>
    secret.value(toOptionalText(input.VersionId), toOptionalText(input.VersionStage)),
  PutSecretValue: (secret, input) =>
    secret.put(
      String(input.ClientRequestToken),
      String(input.SecretString),
      toStages(input.VersionStages),
    ),
  DescribeSecret: (secret) => secret.describe(),
  UpdateSecretVersionStage: (secret, input) =>
    secret.moveStage(
      String(input.VersionStage),
      toOptionalText(input.MoveToVersionId),
      toOptionalText(input.RemoveFromVersionId),
    ),
};

export async function startSecretsManager(options: {
  readonly dataFolder: string;
  readonly log?: ((line: string) => void) | undefined;
}): Promise<SecretsManager> {
  const { dataFolder, log } = options;
  const file = (secretId: string) => new SecretFile(dataFolder, secretId);
  const service = await startJsonService(
    Object.fromEntries(
      Object.entries(calls).map(([name, call]) => [
        name,
        (input) => call(file(String(input.SecretId)), input),
      ]),
    ),
    log,
  );
  return {
    ...service,
    create: (secretId, value) => file(secretId).create(value),
    isRotated: (secretId) => file(secretId).isRotated,
  };
}

const STEPS = ['createSecret', 'setSecret', 'testSecret', 'finishSecret'] as const;

const ROTATION_TRIES_MAX = 5;

/**
 * Rotates a secret as Secrets Manager does: it calls the secret's function for each of four steps, and begins again
 * when one fails. Throws the failure of the last try.
 */
export async function rotateSecret(
  secretId: string,
  invoke: (event: object) => Promise<unknown>,
): Promise<void> {
  const rotation = { SecretId: secretId, ClientRequestToken: randomUUID() };
  for (let tries = 1; ; tries += 1) {
    try {
      for (const Step of STEPS) await invoke({ Step, ...rotation });
      return;
    } catch (error) {
      if (tries === ROTATION_TRIES_MAX) throw error;
    }
  }
}

function toOptionalText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function toStages(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : ['AWSCURRENT'];
}
