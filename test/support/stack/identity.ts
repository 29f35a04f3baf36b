// Starts the identity service with its dependencies: a table, a Secrets Manager and an API Gateway.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { FormBrowser } from '../../../commands/token/form-browser.ts';
import type { BrowserPage } from '../../../commands/token/form-browser.ts';
import { buildTokenVerifier } from '../../../functions/authorizer/access-token.ts';
import type { VerifyAccessToken } from '../../../functions/authorizer/access-token.ts';
import { readIssuers } from '../../../functions/authorizer/issuers.ts';
import { buildRevocationCheck } from '../../../functions/authorizer/revocations.ts';
import type { Administration } from '../../../functions/identity/administration/identity-change.ts';
import { createOperatorInterface } from '../../../functions/identity/administration/clients.ts';
import { createService } from '../../../functions/identity/administration/service-clients.ts';
import { createOperator } from '../../../functions/identity/administration/operators.ts';
import { hashPassword } from '../../../functions/identity/sign-in/password.ts';
import { createTenant } from '../../../functions/identity/administration/tenants.ts';
import { ClientMetadata } from '../../../functions/identity/client-metadata.ts';
import { buildKeySource } from '../../../functions/identity/key-source.ts';
import { PERMISSIONS } from '../../../functions/identity/permissions.ts';
import {
  areKeysFresh,
  runRotationStep,
} from '../../../functions/identity/rotation/rotation-steps.ts';
import type { RotationEvent } from '../../../functions/identity/rotation/rotation-steps.ts';
import { identityHandler } from '../../../functions/identity/identity-handler.ts';
import { openIdentityTable } from '../../../functions/identity/storage/identity-table.ts';
import { rotateSecret, startSecretsManager } from '../../../local/secrets/secrets-manager.ts';
import { startTestGateway } from './api-gateway.ts';
import { readEngineEndpoint } from './tables.ts';

export const AUDIENCE = 'https://ledger.example';
export const SECRET = 'identity-keys';
export const REDIRECT_URI = 'http://127.0.0.1:9/callback';
export const PASSWORD = 'correct horse battery';
export const MAKER = 'maker@aurora';

type IdentityHandler = (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>;

export interface IdentityOptions {
  /** The path under which the API is deployed, such as /prod. */
  readonly stage?: string;
  /** The DynamoDB endpoint of the service: a proxy that can simulate a crash. */
  readonly endpoint?: string;
}

export async function startIdentity({ stage = '', endpoint }: IdentityOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'identity-'));
  const [secrets, gateway] = await Promise.all([
    startSecretsManager({ dataFolder: folder }),
    startTestGateway(stage),
  ]);
  Object.assign(process.env, {
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.endpoint,
    AWS_ENDPOINT_URL_DYNAMODB: readEngineEndpoint(),
    POWERTOOLS_LOG_LEVEL: 'SILENT',
  });
  const tableName = `identity-${randomUUID()}`;
  await createIdentityTable(tableName);
  const administration = { table: openIdentityTable(tableName), actor: 'test' };
  const clock = { now: Date.now() };
  const secretsClient = new SecretsManagerClient({});
  const rotateKeys = () =>
    rotateSecret(SECRET, (event) =>
      runRotationStep(
        { secrets: secretsClient, table: administration.table },
        event as RotationEvent,
        clock.now,
      ),
    );
  secrets.create(SECRET, '{}');
  await rotateKeys();

  const issuer = gateway.origin + stage;
  process.env.AWS_ENDPOINT_URL_DYNAMODB = endpoint ?? readEngineEndpoint();
  const log: { event: string; details: Record<string, unknown> }[] = [];
  const faults: unknown[] = [];
  const stale: unknown[] = [];
  const instance = (): IdentityHandler => {
    const table = openIdentityTable(tableName);
    return identityHandler({
      issuer,
      audience: AUDIENCE,
      table,
      clients: new ClientMetadata(table),
      keys: buildKeySource({
        secretId: SECRET,
        now: () => clock.now,
        onStale: (error) => stale.push(error),
      }),
      log: {
        security: (event, details) => log.push({ event, details }),
        fault: (error) => faults.push(error),
      },
    });
  };
  // Two instances take turns: nothing may depend on the memory of one process.
  gateway.serve(instance(), instance());

  const stop = async () => {
    await Promise.all([gateway.stop(), secrets.stop()]);
    rmSync(folder, { recursive: true });
  };
  const corruptSecret = () => writeFileSync(join(folder, `${SECRET}.json`), 'not JSON');
  return {
    issuer,
    gateway,
    administration,
    clock,
    rotateKeys,
    areKeysFresh: () => areKeysFresh(secretsClient, SECRET, clock.now),
    corruptSecret,
    instance,
    log,
    faults,
    stale,
    stop,
  };
}

export type TestIdentity = Awaited<ReturnType<typeof startIdentity>>;

export async function createIdentityTable(TableName: string): Promise<void> {
  const client = new DynamoDBClient({});
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [
        { AttributeName: 'PK', AttributeType: 'S' },
        { AttributeName: 'SK', AttributeType: 'S' },
      ],
      KeySchema: [
        { AttributeName: 'PK', KeyType: 'HASH' },
        { AttributeName: 'SK', KeyType: 'RANGE' },
      ],
    }),
  );
  client.destroy();
}

/** The normal cost would take a quarter of a second of processor time for each sign-in. */
export const hashAtLowCost = (password: string) =>
  hashPassword(password, { log2N: 10, r: 8, p: 1 });

/**
 * Creates a tenant, a maker, an operator interface `console` and a service `worker`; returns the secret of
 * the service.
 */
export async function createIdentityRecords(administration: Administration): Promise<string> {
  await createTenant(administration, { tenantId: 'aurora', name: 'Aurora Bank' });
  const permissions = ['finance.read', 'finance.write'] as const;
  const maker = { username: MAKER, password: PASSWORD, permissions };
  await createOperator(administration, maker, hashAtLowCost);
  await createConsoleClient(administration);
  return createService(administration, {
    clientId: 'worker',
    name: 'Night worker',
    scopes: ['internal.worker'],
    tenantId: 'aurora',
  });
}

/** Signs the maker in at the address to which an application leads, and returns where the service leads back. */
export async function signInMaker(
  url: URL,
  browser = new FormBrowser(url.origin),
): Promise<BrowserPage> {
  const page = await browser.open(url);
  const hasSession = page.html === '';
  return hasSession ? page : browser.submit(page, { username: MAKER, password: PASSWORD });
}

/** Creates the operator interface `console`. */
export async function createConsoleClient(administration: Administration): Promise<void> {
  await createOperatorInterface(administration, {
    clientId: 'console',
    name: 'Operator console',
    scopes: PERMISSIONS,
    redirectUris: [REDIRECT_URI],
    postLogoutRedirectUris: ['http://127.0.0.1:9/goodbye'],
  });
}

/** The settings of the authorizer, except the issuers that it accepts; `issuer` is the bundled one. */
export function setAuthorizerEnvironment(endpoint: string, table: string, issuer: string): void {
  Object.assign(process.env, {
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    POWERTOOLS_DEV: 'false',
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    POWERTOOLS_METRICS_NAMESPACE: 'Countinghouse/test',
    IDENTITY_ISSUER: issuer,
    IDENTITY_TABLE: table,
    TENANTS_WITH_OWN_LIMIT: 'first-own,second-own',
  });
}

/** Verifies access tokens as the authorizer does that accepts those of this service alone. */
export function buildVerifier({ issuer, administration }: TestIdentity): VerifyAccessToken {
  const list = [{ issuer, jwks_uri: `${issuer}/jwks`, audience: AUDIENCE }];
  return buildTokenVerifier(
    readIssuers(JSON.stringify(list)),
    buildRevocationCheck(issuer, administration.table.name),
  );
}
