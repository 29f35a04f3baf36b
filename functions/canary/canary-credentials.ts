// The credentials of the canary, which `npm run admin -- canary set-up` stores in Secrets Manager.
import { createPrivateKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

export interface CanaryCredentials {
  readonly clientId: string;
  /** Of the public key that the identity service knows. */
  readonly kid: string;
  readonly privateKey: KeyObject;
}

/** What the secret holds, as JSON. */
export interface CanarySecret {
  readonly client_id: string;
  readonly kid: string;
  /** PKCS #8 in PEM, of a key on P-256. */
  readonly private_key: string;
}

/** Throws when the secret holds no credentials, as after the first deployment. */
export async function readCanaryCredentials(
  client: SecretsManagerClient,
  SecretId: string,
): Promise<CanaryCredentials> {
  const { SecretString = '{}' } = await client.send(new GetSecretValueCommand({ SecretId }));
  const { client_id, kid, private_key } = JSON.parse(SecretString) as Partial<CanarySecret>;
  if (client_id === undefined || kid === undefined || private_key === undefined) {
    throw new Error('The canary has no key yet: npm run admin -- canary set-up');
  }
  return { clientId: client_id, kid, privateKey: createPrivateKey(private_key) };
}
