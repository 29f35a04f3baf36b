// The directory of operators and services: who the ids in the ledger stand for, from the tokens seen so
// far. Names are personal data, so they are here and not in the ledger, and can be removed.
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ActorKind } from '../../domain/values/service-subjects.ts';
import { identityKeys } from './identity-table.ts';
import type { IdentityItem, IdentityTable } from './identity-table.ts';

/** The holder of a token. */
export interface TokenHolder {
  readonly tenantId: string;
  /** The `sub` of the token. */
  readonly id: string;
  readonly kind: ActorKind;
  readonly issuer: string;
  /** As the claims of the token give them. */
  readonly names: HolderNames;
}

export interface HolderNames {
  readonly name?: string;
  readonly preferredUsername?: string;
  readonly email?: string;
}

export interface DirectoryEntry extends Omit<TokenHolder, 'tenantId'> {
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  /** When the names were removed on request; none are stored from then on. */
  readonly forgottenAt?: string;
}

/** Limits a call to the time of the request that makes it. */
interface CallLimit {
  readonly abortSignal: AbortSignal;
}

/** Notes that a token of the holder was accepted: one write. Changes nothing for a forgotten holder. */
export async function writeTokenHolder(
  table: IdentityTable,
  { tenantId, id, kind, issuer, names }: TokenHolder,
  now: Date,
): Promise<void> {
  const given = {
    kind,
    issuer,
    last_seen_at: now.toISOString(),
    ...(names.name !== undefined && { name: names.name }),
    ...(names.preferredUsername !== undefined && { preferred_username: names.preferredUsername }),
    ...(names.email !== undefined && { email: names.email }),
  };
  const members = Object.keys(given);
  const command = new UpdateCommand({
    TableName: table.name,
    Key: identityKeys.directory(tenantId, id),
    UpdateExpression: [
      'SET first_seen_at = if_not_exists(first_seen_at, :last_seen_at)',
      ...members.map((name) => `#${name} = :${name}`),
    ].join(', '),
    ConditionExpression: 'attribute_not_exists(forgotten_at)',
    ExpressionAttributeNames: Object.fromEntries(members.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(
      Object.entries(given).map(([name, value]) => [`:${name}`, value]),
    ),
  });
  try {
    await table.documents.send(command);
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

/** One entry of the tenant's directory: one request. */
export async function readDirectoryEntry(
  table: IdentityTable,
  { tenantId, id }: Pick<TokenHolder, 'tenantId' | 'id'>,
  limit?: CallLimit,
): Promise<DirectoryEntry | undefined> {
  const command = new GetCommand({
    TableName: table.name,
    Key: identityKeys.directory(tenantId, id),
  });
  const { Item: item } = await table.documents.send(command, limit);
  return item && fromDirectoryItem(item);
}

export interface DirectoryPage {
  readonly entries: readonly DirectoryEntry[];
  readonly hasMore: boolean;
}

/** A page of the tenant's directory in the order of ids: one request. */
export async function listDirectoryEntries(
  table: IdentityTable,
  tenantId: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
  callLimit?: CallLimit,
): Promise<DirectoryPage> {
  const { PK } = identityKeys.directory(tenantId, '');
  const command = new QueryCommand({
    TableName: table.name,
    KeyConditionExpression: after === undefined ? 'PK = :list' : 'PK = :list AND SK > :after',
    ExpressionAttributeValues: { ':list': PK, ...(after !== undefined && { ':after': after }) },
    Limit: limit + 1,
  });
  const { Items: items = [], LastEvaluatedKey: more } = await table.documents.send(
    command,
    callLimit,
  );
  return {
    entries: items.slice(0, limit).map(fromDirectoryItem),
    hasMore: items.length > limit || more !== undefined,
  };
}

/** Maps an item of the directory. */
export function fromDirectoryItem(item: IdentityItem): DirectoryEntry {
  const texts = new Map(Object.entries(item).map(([name, value]) => [name, String(value)]));
  const find = <Name extends string>(name: string, property: Name) => {
    const value = texts.get(name);
    return (value === undefined ? {} : { [property]: value }) as Partial<Record<Name, string>>;
  };
  return {
    id: String(item.SK),
    kind: item.kind === 'SERVICE' ? 'SERVICE' : 'OPERATOR',
    issuer: String(item.issuer),
    names: {
      ...find('name', 'name'),
      ...find('preferred_username', 'preferredUsername'),
      ...find('email', 'email'),
    },
    firstSeenAt: String(item.first_seen_at),
    lastSeenAt: String(item.last_seen_at),
    ...find('forgotten_at', 'forgottenAt'),
  };
}
