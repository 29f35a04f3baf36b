// The engines of the tests have no stale reads: what a request asks for is looked at.
import type { ObservedRequest } from '../stack/fault-proxy.ts';

/** What one request to the store reads of a table. */
export type StoreRead = Readonly<Record<string, unknown>>;

/** The reads that need not be strongly consistent in these tables; an index cannot be read so. */
export function listStaleReads(
  { operation, input }: ObservedRequest,
  tables: readonly string[],
): StoreRead[] {
  return listReads(operation, input)
    .filter(([table, read]) => tables.includes(table) && read['IndexName'] === undefined)
    .map(([table, read]) => ({ table, ...read }))
    .filter((read: StoreRead) => read['ConsistentRead'] !== true);
}

function listReads(operation: string, input: StoreRead): [table: string, read: StoreRead][] {
  if (operation === 'BatchGetItem') {
    return Object.entries(input['RequestItems'] as Readonly<Record<string, StoreRead>>);
  }
  const isRead = ['GetItem', 'Query', 'Scan'].includes(operation);
  return isRead ? [[String(input['TableName']), input]] : [];
}
