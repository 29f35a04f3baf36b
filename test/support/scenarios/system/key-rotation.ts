// The rotation of the signing keys on the running template, as Secrets Manager carries it out.
import { randomUUID } from 'node:crypto';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { SETTLING_MS } from '../../../../functions/identity/rotation/rotation-steps.ts';
import type { SigningKeySecret } from '../../../../functions/identity/signing-keys.ts';
import { rotateSecret } from '../../../../local/secrets/secrets-manager.ts';
import type { LocalDeployment } from '../../../../local/start/start.ts';
import type { ScenarioContext } from './deployed-scenario.ts';

const FUNCTION = 'test-rotate-identity-keys';

/** Rotates keys that have settled, asks for their age, and puts the keys back that sign the tokens of other scenarios. */
export async function runKeyRotation({
  stack: { local },
}: Pick<ScenarioContext, 'stack'>): Promise<void> {
  const { secretsEndpoint: endpoint, functions } = local;
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new SecretsManagerClient({ endpoint, region: 'us-east-1', credentials });
  const SecretId = findKeySecret(local);
  const put = (SecretString: string) =>
    client.send(
      new PutSecretValueCommand({ SecretId, ClientRequestToken: randomUUID(), SecretString }),
    );
  const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId }));
  const keys = JSON.parse(SecretString) as SigningKeySecret;
  await put(JSON.stringify({ ...keys, rotatedAt: keys.rotatedAt - 2 * SETTLING_MS }));
  try {
    await rotateSecret(SecretId, (event) => functions.invoke(FUNCTION, event));
    await functions.invoke(FUNCTION, { checksAge: true });
  } finally {
    await put(SecretString);
    client.destroy();
  }
}

// One of its grants may be withdrawn, and not all of them.
function findKeySecret({ enforcer }: Pick<LocalDeployment, 'enforcer'>): string {
  const found = enforcer
    ?.grants()
    .find(
      ({ principal, action }) => principal === FUNCTION && action.startsWith('secretsmanager:'),
    );
  if (!found) throw new Error(`${FUNCTION} may use no secret.`);
  return found.resource;
}
