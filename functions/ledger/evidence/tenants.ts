// The tenants whose receipts are sealed, in one list for the whole deployment. The projector adds a tenant
// when its stream brings a receipt of it, so that no mutation pays for the list and nothing is scanned.
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Key } from '../store/keys.ts';
import { runWholeQuery } from '../store/merged-lists.ts';
import { callStore } from '../store/store.ts';
import type { Store } from '../store/store.ts';

/** No tenant is named `*`. */
export const SEALED_TENANTS_PARTITION = 'T#*#SLT';

/** All tenants of the list. */
export async function listSealedTenants(store: Store): Promise<string[]> {
  const items = await runWholeQuery(store, {
    TableName: requireTable(store),
    KeyConditionExpression: 'PK = :partition',
    ExpressionAttributeValues: { ':partition': SEALED_TENANTS_PARTITION },
    ConsistentRead: true,
  });
  return items.map(({ SK }) => SK);
}

/** Adds the tenants that this process has not added yet: one write for each. */
export class SealedTenants {
  readonly #known = new Set<string>();

  async add(store: Store, tenants: readonly string[]): Promise<void> {
    const unknown = [...new Set(tenants)].filter((tenant) => !this.#known.has(tenant));
    await Promise.all(unknown.map((tenant) => addSealedTenant(store, tenant)));
    for (const tenant of unknown) this.#known.add(tenant);
  }
}

// Repeating it changes nothing.
async function addSealedTenant(store: Store, tenant: string): Promise<void> {
  const Item: Key = { PK: SEALED_TENANTS_PARTITION, SK: tenant };
  const command = new PutCommand({ TableName: requireTable(store), Item });
  await callStore(store, (until) => store.documents.send(command, until));
}

// The list follows from the receipts, as the projections do, and is in their table.
function requireTable({ projectionsTable: table }: Store): string {
  if (table !== undefined) return table;
  throw new Error('the store has no table of projections');
}
