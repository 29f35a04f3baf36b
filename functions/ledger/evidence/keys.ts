// The keys of a tenant's evidence log: its feed of receipts, and its state.
import type { RecordKind } from '../record-kinds.ts';
import { keys } from '../store/keys.ts';
import type { Key } from '../store/keys.ts';

function buildPartitionKey(tenant: string, kind: RecordKind): string {
  return keys.tenant(tenant) + kind;
}

export const evidenceKeys = {
  /**
   * Partition of the index of receipts by time. Each carries about a thousand receipts a second. It is short,
   * because every receipt stores it, and many are little smaller than a write unit.
   */
  feed: (tenant: string, shard: number): string => `${keys.tenant(tenant)}F${shard.toString(16)}`,
  feeds: (tenant: string, shards: number): string[] =>
    Array.from({ length: shards }, (_, shard) => evidenceKeys.feed(tenant, shard)),
  /** What the log consists of so far. */
  head: (tenant: string): Key => ({ PK: buildPartitionKey(tenant, 'LOG'), SK: 'L' }),
  /** The leaves whose receipts are of one minute, `2026-11-23T06:39`. */
  minute: (tenant: string, minute: string): Key => ({
    PK: evidenceKeys.minutes(tenant),
    SK: minute,
  }),
  minutes: (tenant: string): string => buildPartitionKey(tenant, 'LGM'),
};
