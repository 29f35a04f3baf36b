// The records of administration: who changed which tenant, operator or client, and when. A record is
// written in the transaction of its change and never again. What operators change of their own credentials is in
// a trail of its own, because the identity service writes it and must not write that of administrators.
import { randomUUID } from 'node:crypto';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { IdentityWrite } from './commit-identity-writes.ts';
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

/** The records of a tenant; those of administration that concern all tenants are of the tenant ''. */
export interface RecordTrail {
  /** `audit` has what administrators change, `ownChange` what operators change of their own credentials. */
  readonly trail: 'audit' | 'ownChange';
  readonly tenant: string;
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

/** Ends a call that takes too long. */
export interface CallEnd {
  readonly abortSignal: AbortSignal;
}

/**
 * The newest records of a trail: one request, which reads at most `limit` records and returns those that match.
 */
export async function readRecords(
  table: IdentityTable,
  { trail, tenant }: RecordTrail,
  { from, to, sought, limit }: RecordQuery,
  until?: CallEnd,
): Promise<RecordSlice> {
  const filters = Object.entries(sought);
  const command = new QueryCommand({
    TableName: table.name,
    KeyConditionExpression: 'PK = :trail AND SK BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':trail': identityKeys[trail](tenant, '', '').PK,
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

/** The item of a record; `id` distinguishes it from the trail's others of the same time. */
export function toRecordItem(
  { trail, tenant }: RecordTrail,
  id: string,
  { at, actor, action, subject, details }: Omit<AdministrativeRecord, 'position'>,
): IdentityItem {
  return { ...identityKeys[trail](tenant, at, id), at, actor, action, subject, details };
}

/** The operator who makes a change. */
export interface CredentialOwner {
  readonly operatorId: string;
  readonly tenantId: string;
}

/** Builds the record of what an operator changes now. */
export function buildOwnChangeRecord(
  { name: TableName }: IdentityTable,
  { operatorId, tenantId: tenant }: CredentialOwner,
  action: string,
  details?: IdentityItem,
): IdentityWrite {
  const at = new Date().toISOString();
  const record = { at, actor: operatorId, action, subject: operatorId, details };
  const trail = { trail: 'ownChange', tenant } as const;
  return { Put: { TableName, Item: toRecordItem(trail, randomUUID(), record) } };
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
