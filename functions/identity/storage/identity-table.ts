// The identity table. Every read is strongly consistent and there is no index, because an index may lag
// behind, and revoked tokens would still be valid in it.
import { createHash } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { buildTimeBudget } from '../../runtime/time-budget.ts';
import type { TimeBudget } from '../../runtime/time-budget.ts';

export interface IdentityTable {
  readonly documents: DynamoDBDocumentClient;
  readonly name: string;
}

export interface IdentityKey {
  readonly PK: string;
  readonly SK: string;
}

export type IdentityItem = Record<string, unknown>;

// The sort key of the only item in a partition.
const SOLE_SORT_KEY = '-';

export const identityKeys = {
  /** Codes, tokens and sessions: only the hash of a secret value is stored. */
  artifact: (model: string, id: string): IdentityKey => ({
    PK: `${model}#${digestId(id)}`,
    SK: SOLE_SORT_KEY,
  }),
  /** Which grant a session has for a client, or has instead of a revoked one. */
  sessionGrant: (session: string, clientId: string, replaced: string): IdentityKey => ({
    PK: `SessionGrant#${digestId(JSON.stringify([session, clientId, replaced]))}`,
    SK: SOLE_SORT_KEY,
  }),
  /** Access tokens are not stored: only those that were revoked, until they would have expired. */
  revokedToken: (tenant: string, id: string): IdentityKey => ({
    PK: `RevokedToken#${tenant}#${digestId(id)}`,
    SK: SOLE_SORT_KEY,
  }),
  attempts: (kind: 'account' | 'address' | 'factor', name: string): IdentityKey => ({
    PK: `Attempts#${kind}#${digestId(name)}`,
    SK: SOLE_SORT_KEY,
  }),
  operator: (id: string): IdentityKey => ({ PK: `Operator#${id}`, SK: SOLE_SORT_KEY }),
  /** An item beside the operator's, so that the service need not write that one. */
  secondFactors: (operator: string): IdentityKey => ({
    PK: `SecondFactors#${operator}`,
    SK: SOLE_SORT_KEY,
  }),
  ownCredentials: (operator: string): IdentityKey => ({
    PK: `OwnCredentials#${operator}`,
    SK: SOLE_SORT_KEY,
  }),
  operatorSession: (operator: string, uid: string): IdentityKey => ({
    PK: `OperatorSessions#${operator}`,
    SK: uid,
  }),
  /** A sign-in whose password was right and whose second factor is still missing. */
  pendingSignIn: (interaction: string): IdentityKey => ({
    PK: `PendingSignIn#${digestId(interaction)}`,
    SK: SOLE_SORT_KEY,
  }),
  /** What the page of second factors offers in a session. */
  factorOffer: (session: string): IdentityKey => ({
    PK: `FactorOffer#${digestId(session)}`,
    SK: SOLE_SORT_KEY,
  }),
  client: (id: string): IdentityKey => ({ PK: `Client#${id}`, SK: SOLE_SORT_KEY }),
  /** Entries for the administrator's lists: tenants, clients, and the operators of a tenant by name. */
  tenantEntry: (tenant: string): IdentityKey => ({ PK: 'Tenants', SK: tenant }),
  clientEntry: (client: string): IdentityKey => ({ PK: 'Clients', SK: client }),
  operatorEntry: (tenant: string, name: string): IdentityKey => ({
    PK: `Operators#${tenant}`,
    SK: name,
  }),
  /** When a secret or key of a service was last used. */
  credentialUse: (client: string, credential: string): IdentityKey => ({
    PK: `CredentialUse#${client}`,
    SK: credential,
  }),
  /** Who the ids in the ledger stand for, by tenant. */
  directory: (tenant: string, id: string): IdentityKey => ({ PK: `Directory#${tenant}`, SK: id }),
  /** The records of administration, by tenant; those of the tenant '' concern all tenants. */
  audit: (tenant: string, at: string, id: string): IdentityKey => ({
    PK: `Audit#${tenant}`,
    SK: `${at}#${id}`,
  }),
  /** The records of what operators change of their own credentials, by tenant. */
  ownChange: (tenant: string, at: string, id: string): IdentityKey => ({
    PK: `OwnChanges#${tenant}`,
    SK: `${at}#${id}`,
  }),
};

// The input is always long and random, or the name of a counter, so that a plain hash is enough.
function digestId(value: string): string {
  return createHash('sha256').update(value).digest('base64url');
}

const SIGN_IN_BUDGET: TimeBudget = { attempts: 3, milliseconds: 3_000 };

export function openIdentityTable(
  name: string,
  configuration: DynamoDBClientConfig = {},
  budget = SIGN_IN_BUDGET,
): IdentityTable {
  const client = new DynamoDBClient({ ...configuration, ...buildTimeBudget(budget) });
  client.middlewareStack.remove('loggerMiddleware');
  const marshallOptions = { removeUndefinedValues: true };
  return { documents: DynamoDBDocumentClient.from(client, { marshallOptions }), name };
}

export async function readItem(
  table: IdentityTable,
  key: IdentityKey,
): Promise<IdentityItem | undefined> {
  const { Item } = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }),
  );
  return Item;
}

/** Reads all items of a partition, in the order of their sort keys. */
export async function readPartition(
  table: IdentityTable,
  partition: string,
): Promise<IdentityItem[]> {
  const items: IdentityItem[] = [];
  let start: IdentityItem | undefined;
  do {
    const page = await table.documents.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'PK = :partition',
        ExpressionAttributeValues: { ':partition': partition },
        ConsistentRead: true,
        ExclusiveStartKey: start,
      }),
    );
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return items;
}
