// Identifiers: a prefix and a UUIDv7 whose last byte is the write shard, so that a record is found,
// listed in time order and exported by its key alone (ADR 007).
import { randomInt, randomUUID } from 'node:crypto';
import type { RecordIdPrefix } from '../record-kinds.ts';

/** The prefixes of records, and of events, which lie in their receipt. */
export type IdPrefix = RecordIdPrefix | 'evt';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const COUNTER_BITS = 12;

/** Whether this is an identifier that we could have made. */
export function isId(prefix: IdPrefix, id: string): boolean {
  return id.startsWith(`${prefix}_`) && UUID.test(id.slice(prefix.length + 1));
}

/** The two hexadecimal digits of the write shard. */
export function readShard(id: string): string {
  return id.slice(-2);
}

/** All shards of a tenant's collection. */
export function listShardNames(shards: number): string[] {
  return Array.from({ length: shards }, (_, shard) => toHex(shard, 2));
}

/** Makes identifiers that sort by the given time and, among themselves, in the order they were made. */
export function buildIdGenerator(shards: number): (at: Date) => (prefix: IdPrefix) => string {
  return (at) => {
    // Half of the range is left above, so the counter of one request cannot overflow into the time.
    let counter = randomInt(2 ** (COUNTER_BITS - 1));
    const time = toHex(at.getTime(), 12);
    return (prefix) => {
      counter += 1;
      return `${prefix}_${buildUuid(time, counter, randomInt(shards))}`;
    };
  };
}

function buildUuid(time: string, counter: number, shard: number): string {
  // Everything after the version is as random here as there, and Node keeps a stock of these.
  const random = randomUUID().slice(19, -2);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${toHex(counter, 3)}-${random}${toHex(shard, 2)}`;
}

/** The smallest identifier of a millisecond: where a time range begins. */
export function buildFirstIdAt(prefix: IdPrefix, at: Date): string {
  const time = toHex(at.getTime(), 12);
  return `${prefix}_${time.slice(0, 8)}-${time.slice(8)}`;
}

/** The millisecond in which the identifier was made; NaN when it cannot be one of ours. */
export function readIdTime(id: string): number {
  const [, time = '', rest = ''] = /_([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(id) ?? [];
  return Number.parseInt(time + rest, 16);
}

function toHex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
