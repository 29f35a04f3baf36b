// Finds the APIs and the canary's key of a stage on AWS, with the caller's own credentials.
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetParametersCommand, SSMClient } from '@aws-sdk/client-ssm';
import { readCanaryCredentials } from '../../functions/canary/canary-credentials.ts';
import {
  buildAuthUrlParameterName,
  buildCanaryParameterName,
  buildLedgerUrlParameterName,
} from '../../lib/constructs/lambda/canary.ts';
import type { StageAccess } from './proof.ts';

export interface StageClients {
  readonly parameters: SSMClient;
  readonly secrets: SecretsManagerClient;
}

export async function openStageAccess(
  stage: string,
  { parameters, secrets }: StageClients = {
    parameters: new SSMClient({}),
    secrets: new SecretsManagerClient({}),
  },
): Promise<StageAccess> {
  const names = [
    buildLedgerUrlParameterName(stage),
    buildAuthUrlParameterName(stage),
    buildCanaryParameterName(stage),
  ];
  const { Parameters: found = [] } = await parameters.send(
    new GetParametersCommand({ Names: names }),
  );
  const [ledger, issuer, secret] = names.map((name) => {
    const value = found.find((one) => one.Name === name)?.Value;
    if (value !== undefined) return value;
    throw new Error(
      `There is no parameter ${name}: set canary: 'watches' in stages/${stage}.ts and deploy it.`,
    );
  });
  return {
    addresses: { ledger: String(ledger).replace(/\/$/, ''), issuer: String(issuer) },
    readCredentials: () => readCanaryCredentials(secrets, String(secret)),
  };
}
