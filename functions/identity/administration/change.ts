// Every change an administrator makes is one transaction with the record of who made it.
import { randomUUID } from 'node:crypto';
import { keys, type IdentityTable, type Item, type Key } from '../storage/identity-table.ts';
import { transact, type Write } from '../storage/transact.ts';

export interface Administration {
  readonly table: IdentityTable;
  /** Who acts: the AWS principal, or the user of this machine. */
  readonly actor: string;
}

/** A change that cannot be made, in words for the administrator. */
export class ChangeRefused extends Error {}

export interface Change {
  readonly action: string;
  /** Undefined for what belongs to no tenant. */
  readonly tenantId?: string;
  readonly subject: string;
  readonly details?: Item;
  readonly writes: readonly Write[];
  /** What it means when a condition of the writes does not hold. */
  readonly otherwise: string;
}

export async function make(administration: Administration, change: Change): Promise<void> {
  const writes = [...change.writes, record(administration, change)];
  if (!(await transact(administration.table, writes))) throw new ChangeRefused(change.otherwise);
}

function record({ table, actor }: Administration, change: Change): Write {
  const { action, tenantId, subject, details } = change;
  const at = new Date().toISOString();
  const Item = {
    ...keys.audit(tenantId ?? '', at, randomUUID()),
    at,
    actor,
    action,
    subject,
    details,
  };
  return { Put: { TableName: table.name, Item } };
}

/** A new item; the change is refused when there is one already. */
export function putNew({ table }: Administration, Item: Item): Write {
  return { Put: { TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(PK)' } };
}

/** An item that must be there for the change to make sense. */
export function demand({ table }: Administration, Key: Key): Write {
  return {
    ConditionCheck: { TableName: table.name, Key, ConditionExpression: 'attribute_exists(PK)' },
  };
}
