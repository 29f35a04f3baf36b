// The tenants whose receipts are sealed, in one list for the whole deployment. The projector adds a tenant
// when its stream brings a receipt of it, so that no mutation pays for the list and nothing is scanned. The
// rebuild of a projection adds those of all receipts.
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { mapInParallel } from '../in-parallel.ts';
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

/** A list that is lost has the tenants of new receipts again after this time. */
const REMEMBERED_MS = 5 * 60_000;
/** The number of concurrent writes. */
const WRITES_MAX = 16;

/** Adds tenants with one write for each that this process has not added in the last five minutes. */
export class SealedTenants {
  /** When they were added, in milliseconds. */
  readonly #added = new Map<string, number>();

  async add(store: Store, tenants: readonly string[], now = new Date()): Promise<void> {
    const nowMs = now.getTime();
    const due = [...new Set(tenants)].filter((tenant) => !this.#isRemembered(tenant, nowMs));
    await mapInParallel(due, WRITES_MAX, (tenant) => addSealedTenant(store, tenant));
    for (const tenant of due) this.#added.set(tenant, nowMs);
  }

  #isRemembered(tenant: string, nowMs: number): boolean {
    const addedMs = this.#added.get(tenant);
    return addedMs !== undefined && Math.abs(nowMs - addedMs) < REMEMBERED_MS;
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
