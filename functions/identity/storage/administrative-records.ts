// The records of administration: who changed which tenant, operator or client, and when. A record is
// written in the transaction of its change and never again. What operators change of their own credentials is in
// a trail of its own, because the identity service writes it and must not write that of administrators.
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { identityKeys } from './identity-table.ts';
import type { IdentityItem, IdentityTable } from './identity-table.ts';

export interface AdministrativeRecord {
  /** Unique, and in the order of time: the time, and what distinguishes records of the same time. */
  readonly position: string;
  readonly at: string;
  /** The AWS principal or the local user; in the trail of own changes, the id of the operator. */
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly details?: IdentityItem | undefined;
}

/** Which records to read; the positions are both included. */
export interface RecordQuery {
  readonly from: string;
  readonly to: string;
  /** Attributes that a record must have, by name. */
  readonly sought: Readonly<Partial<Record<'actor' | 'action' | 'subject', string>>>;
  readonly limit: number;
}

export interface RecordSlice {
  readonly records: readonly AdministrativeRecord[];
  /** The position at which reading stopped, if there are older records. */
  readonly end?: string;
}

/**
 * The newest records of a tenant, or of the whole deployment for the tenant '': one request, which
 * reads at most `limit` records and returns those that match.
 */
export function readAdministrativeRecords(
  table: IdentityTable,
  tenant: string,
  query: RecordQuery,
  until?: CallEnd,
): Promise<RecordSlice> {
  return readTrail({ table, partition: identityKeys.audit(tenant, '', '').PK }, query, until);
}

/** The newest records of what the operators of a tenant changed of their own credentials: one request. */
export function readOwnChanges(
  table: IdentityTable,
  tenant: string,
  query: RecordQuery,
  until?: CallEnd,
): Promise<RecordSlice> {
  return readTrail({ table, partition: identityKeys.ownChange(tenant, '', '').PK }, query, until);
}

/** Ends a call that takes too long. */
export interface CallEnd {
  readonly abortSignal: AbortSignal;
}

async function readTrail(
  { table, partition }: { readonly table: IdentityTable; readonly partition: string },
  { from, to, sought, limit }: RecordQuery,
  until?: CallEnd,
): Promise<RecordSlice> {
  const filters = Object.entries(sought);
  const command = new QueryCommand({
    TableName: table.name,
    KeyConditionExpression: 'PK = :trail AND SK BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':trail': partition,
      ':from': from,
      ':to': to,
      ...Object.fromEntries(filters.map(([name, value]) => [`:${name}`, value])),
    },
    ...(filters.length > 0 && {
      FilterExpression: filters.map(([name]) => `#${name} = :${name}`).join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(filters.map(([name]) => [`#${name}`, name])),
    }),
    Limit: limit,
    ScanIndexForward: false,
    ConsistentRead: true,
  });
  const { Items: items = [], LastEvaluatedKey: more } = await table.documents.send(command, until);
  const end = more?.['SK'] as string | undefined;
  return { records: items.map(fromRecordItem), ...(end !== undefined && { end }) };
}

/** The item of a record; `id` distinguishes it from the tenant's others of the same time. */
export function toRecordItem(
  tenant: string,
  id: string,
  { at, actor, action, subject, details }: Omit<AdministrativeRecord, 'position'>,
): IdentityItem {
  return { ...identityKeys.audit(tenant, at, id), at, actor, action, subject, details };
}

/** The item of a record of what an operator changed; `id` as in `toRecordItem`. */
export function toOwnChangeItem(
  tenant: string,
  id: string,
  { at, actor, action, subject, details }: Omit<AdministrativeRecord, 'position'>,
): IdentityItem {
  return { ...identityKeys.ownChange(tenant, at, id), at, actor, action, subject, details };
}

function fromRecordItem(item: IdentityItem): AdministrativeRecord {
  const details = item.details as IdentityItem | undefined;
  return {
    position: String(item.SK),
    at: String(item.at),
    actor: String(item.actor),
    action: String(item.action),
    subject: String(item.subject),
    ...(details !== undefined && { details }),
  };
}
