// Creates the template's secrets and runs the first rotation.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeployedResource, Deployment } from '../cloudformation/deployment.ts';
import { isObject, requireText } from '../cloudformation/template.ts';
import type { FunctionRunner } from '../lambda/functions.ts';
import { rotateSecret, startSecretsManager } from './secrets-manager.ts';
import type { SecretsManager } from './secrets-manager.ts';

/** Without a data folder, the secrets are deleted when the service stops. */
export async function startSecrets(
  deployment: Deployment,
  dataFolder: string | undefined,
  log?: (line: string) => void,
): Promise<SecretsManager> {
  const resources = deployment.ofType('AWS::SecretsManager::Secret');
  const values = resources.map((secret) => [secret.ref, buildFirstValue(secret)] as const);
  const folder = dataFolder ?? mkdtempSync(join(tmpdir(), 'secrets-'));
  const secrets = await startSecretsManager({ dataFolder: folder, log });
  for (const [id, value] of values) secrets.create(id, value);
  return {
    ...secrets,
    async stop() {
      await secrets.stop();
      if (dataFolder === undefined) rmSync(folder, { recursive: true });
    },
  };
}

function buildFirstValue({ properties, logicalId }: DeployedResource): string {
  const { GenerateSecretString: generated } = properties;
  const template = isObject(generated) ? generated.SecretStringTemplate : undefined;
  if (typeof template === 'string') return template;
  throw new Error(
    `${logicalId}: the local runner creates secrets only from a SecretStringTemplate.`,
  );
}

/** Secrets Manager rotates a secret as soon as it has a schedule; locally this is the only rotation. */
export async function rotateNewSecrets(
  deployment: Deployment,
  secrets: SecretsManager,
  functions: Pick<FunctionRunner, 'invoke'>,
): Promise<void> {
  for (const { properties } of deployment.ofType('AWS::SecretsManager::RotationSchedule')) {
    const secretId = requireText(properties.SecretId, 'SecretId');
    const rotation = requireText(properties.RotationLambdaARN, 'RotationLambdaARN');
    if (secrets.isRotated(secretId)) continue;
    await rotateSecret(secretId, (event) => functions.invoke(rotation, event));
  }
}
