// Every change an administrator makes is one transaction with the record of who made it.
import { randomUUID } from 'node:crypto';
import { identityKeys } from '../storage/identity-table.ts';
import type { IdentityTable, IdentityItem, IdentityKey } from '../storage/identity-table.ts';
import { commitIdentityWrites } from '../storage/commit-identity-writes.ts';
import type { IdentityWrite } from '../storage/commit-identity-writes.ts';

export interface Administration {
  readonly table: IdentityTable;
  /** Who acts: the AWS principal, or the user of this machine. */
  readonly actor: string;
}

/** A change that cannot be made, in words for the administrator. */
export class ChangeRefusal extends Error {}

export interface IdentityChange {
  readonly action: string;
  /** Undefined for what belongs to no tenant. */
  readonly tenantId?: string;
  readonly subject: string;
  readonly details?: IdentityItem;
  readonly writes: readonly IdentityWrite[];
  /** What it means when a condition of the writes does not hold. */
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
  const Item = {
    ...identityKeys.audit(tenantId ?? '', at, randomUUID()),
    at,
    actor,
    action,
    subject,
    details,
  };
  return { Put: { TableName: table.name, Item } };
}

/** A new item; the change is refused when there is one already. */
export function buildPutNew({ table }: Administration, Item: IdentityItem): IdentityWrite {
  return { Put: { TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(PK)' } };
}

/** An item that must be there for the change to make sense. */
export function buildExistenceCheck({ table }: Administration, Key: IdentityKey): IdentityWrite {
  return {
    ConditionCheck: { TableName: table.name, Key, ConditionExpression: 'attribute_exists(PK)' },
  };
}
