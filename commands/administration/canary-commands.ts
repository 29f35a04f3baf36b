// `npm run admin -- canary`: the service of the canary, and the key in its secret.
import { randomUUID } from 'node:crypto';
import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm';
import type { CanarySecret } from '../../functions/canary/canary-credentials.ts';
import { setUpCanaryService } from '../../functions/identity/administration/canary-service.ts';
import type { CanaryKey } from '../../functions/identity/administration/canary-service.ts';
import type { Administration } from '../../functions/identity/administration/identity-change.ts';
import { buildCanaryParameterName } from '../../lib/constructs/lambda/canary.ts';
import { UsageError } from '../command-definition.ts';
import type { AdminCommand } from './command.ts';

export const canaryCommands: Readonly<Record<string, AdminCommand>> = {
  'canary set-up': {
    usage: 'TENANT --stage STAGE           (again: a new key in place of the last one)',
    words: 1,
    run: async (who, [tenantId = ''], { stage }) => {
      if (stage === undefined)
        throw new UsageError('Only a stage has a canary: give --stage or --profile.');
      const clients = { parameters: new SSMClient({}), secrets: new SecretsManagerClient({}) };
      await setUpCanary(who, { tenantId, stage }, clients);
      const text = `The canary of ${stage} posts in ${tenantId}, with a key that only its secret has.`;
      return { text, body: { tenant_id: tenantId, stage } };
    },
  },
};

export interface CanaryClients {
  readonly parameters: SSMClient;
  readonly secrets: SecretsManagerClient;
}

/** Sets the canary of the stage up in the tenant. The key is stored in its secret and shown to no one. */
export async function setUpCanary(
  who: Administration,
  { tenantId, stage }: { readonly tenantId: string; readonly stage: string },
  { parameters, secrets }: CanaryClients,
): Promise<void> {
  const SecretId = await findSecret(parameters, stage);
  await setUpCanaryService(who, tenantId, async (key) => {
    const SecretString = JSON.stringify(toCanarySecret(key));
    const ClientRequestToken = randomUUID();
    await secrets.send(new PutSecretValueCommand({ SecretId, SecretString, ClientRequestToken }));
  });
}

function toCanarySecret({ clientId, kid, privateKey }: CanaryKey): CanarySecret {
  return { client_id: clientId, kid, private_key: privateKey };
}

// Before anything is changed: a stage without a canary needs no tenant for it.
async function findSecret(client: SSMClient, stage: string): Promise<string> {
  const Name = buildCanaryParameterName(stage);
  try {
    const { Parameter } = await client.send(new GetParameterCommand({ Name }));
    if (Parameter?.Value !== undefined) return Parameter.Value;
  } catch (error) {
    if (!(error instanceof ParameterNotFound)) throw error;
  }
  throw new Error(
    `${stage} has no canary: set canary: 'watches' in stages/${stage}.ts and deploy it first.`,
  );
}
