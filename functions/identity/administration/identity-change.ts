// Every change by an administrator is one transaction with the record of its author.
import { randomUUID } from 'node:crypto';
import { toRecordItem } from '../storage/administrative-records.ts';
import type { IdentityTable, IdentityItem, IdentityKey } from '../storage/identity-table.ts';
import { commitIdentityWrites } from '../storage/commit-identity-writes.ts';
import type { IdentityWrite } from '../storage/commit-identity-writes.ts';

export interface Administration {
  readonly table: IdentityTable;
  /** The AWS principal, or the local user. */
  readonly actor: string;
}

/** A change that cannot be made; the message is for the administrator. */
export class ChangeRefusal extends Error {}

export interface IdentityChange {
  readonly action: string;
  /** Undefined for changes that belong to no tenant. */
  readonly tenantId?: string;
  readonly subject: string;
  readonly details?: IdentityItem;
  readonly writes: readonly IdentityWrite[];
  /** The message when a condition of the writes does not hold. */
  readonly otherwise: string;
}

export async function commitChange(
  administration: Administration,
  change: IdentityChange,
): Promise<void> {
  const writes = [...change.writes, buildAuditRecord(administration, change)];
  if (!(await commitIdentityWrites(administration.table, writes)))
    throw new ChangeRefusal(change.otherwise);
}

function buildAuditRecord({ table, actor }: Administration, change: IdentityChange): IdentityWrite {
  const { action, tenantId, subject, details } = change;
  const at = new Date().toISOString();
  const trail = { trail: 'audit', tenant: tenantId ?? '' } as const;
  const Item = toRecordItem(trail, randomUUID(), { at, actor, action, subject, details });
  return { Put: { TableName: table.name, Item } };
}

/** Puts a new item; the change is refused when the item exists. */
export function buildPutNew({ table }: Administration, Item: IdentityItem): IdentityWrite {
  return { Put: { TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(PK)' } };
}

/** Requires that the item exists. */
export function buildExistenceCheck({ table }: Administration, Key: IdentityKey): IdentityWrite {
  return {
    ConditionCheck: { TableName: table.name, Key, ConditionExpression: 'attribute_exists(PK)' },
  };
}
