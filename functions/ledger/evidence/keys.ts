// The keys of a tenant's evidence log: its feed of receipts.
import { keys } from '../store/keys.ts';

export const evidenceKeys = {
  /**
   * Partition of the index of receipts by time. Each carries about a thousand receipts a second. It is short,
   * because every receipt stores it, and many are little smaller than a write unit.
   */
  feed: (tenant: string, shard: number): string => `${keys.tenant(tenant)}F${shard.toString(16)}`,
  feeds: (tenant: string, shards: number): string[] =>
    Array.from({ length: shards }, (_, shard) => evidenceKeys.feed(tenant, shard)),
};
