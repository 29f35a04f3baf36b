// The names of the operators and services that a manifest names, from the directory.
import { objectKeys } from '../artifacts/locations.ts';
import { replaceTaggedObject } from '../artifacts/log-objects.ts';
import type { ObjectLockBucket } from '../artifacts/object-lock-bucket.ts';
import { readWholeObject } from '../artifacts/objects.ts';
import { readDirectoryEntry } from '../identity/storage/directory.ts';
import type { HolderNames } from '../identity/storage/directory.ts';
import { openIdentityTable } from '../identity/storage/identity-table.ts';
import type { Session } from '../ledger/commit/session.ts';
import { mapInParallel } from '../ledger/in-parallel.ts';
import { callStore } from '../ledger/store/store.ts';
import { requireVariable } from '../runtime/environment.ts';
import type { BatchInput } from '../runtime/task.ts';

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
  return mapInParallel(ids, READS_MAX, async (id) => {
    const entry = await callStore(store, (until) =>
      readDirectoryEntry(table, { tenantId, id }, until),
    );
    return { id, ...(entry && describeNames(entry.names)) };
  });
}

function describeNames({ name, preferredUsername }: HolderNames): Pick<NamedOperator, 'name'> {
  const shown = name ?? preferredUsername;
  return shown === undefined ? {} : { name: shown };
}

/**
 * Stores the names in a work file of the batch, and returns those that the first attempt stored: names change
 * between two attempts, and a manifest must not.
 */
export async function keepNames(
  bucket: ObjectLockBucket,
  { tenant, batchId }: BatchInput,
  operators: readonly NamedOperator[],
): Promise<NamedOperator[]> {
  const key = objectKeys.work(tenant, batchId, 'operators.json');
  const body = Buffer.from(JSON.stringify(operators));
  const isFirst = await replaceTaggedObject(
    bucket,
    { key, body, mediaType: 'application/json' },
    undefined,
  );
  const stored = isFirst ? body : await readWholeObject(bucket, key);
  if (!stored) throw new Error(`${key} was not written`);
  return JSON.parse(stored.toString('utf8')) as NamedOperator[];
}
