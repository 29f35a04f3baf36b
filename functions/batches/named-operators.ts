// The names of the operators and services that a manifest names, from the directory.
import { readDirectoryEntry } from '../identity/storage/directory.ts';
import type { HolderNames } from '../identity/storage/directory.ts';
import { openIdentityTable } from '../identity/storage/identity-table.ts';
import type { Session } from '../ledger/commit/session.ts';
import { callStore } from '../ledger/store/store.ts';
import { requireVariable } from '../runtime/environment.ts';

/** An id and, where the directory knows one, its name. */
export interface NamedOperator {
  readonly id: string;
  readonly name?: string;
}

const READS_MAX = 16;

/** Looks the ids up, in their order: one request each. */
export async function nameOperators(
  { store, tenant: tenantId }: Session,
  ids: readonly string[],
): Promise<NamedOperator[]> {
  const table = openIdentityTable(requireVariable('IDENTITY_TABLE'));
  const named = new Map<string, NamedOperator>();
  const next = ids[Symbol.iterator]();
  const worker = async () => {
    for (const id of next) {
      const entry = await callStore(store, (until) =>
        readDirectoryEntry(table, { tenantId, id }, until),
      );
      named.set(id, { id, ...(entry && describeNames(entry.names)) });
    }
  };
  await Promise.all(Array.from({ length: READS_MAX }, worker));
  return ids.flatMap((id) => named.get(id) ?? []);
}

function describeNames({ name, preferredUsername }: HolderNames): Pick<NamedOperator, 'name'> {
  const shown = name ?? preferredUsername;
  return shown === undefined ? {} : { name: shown };
}
