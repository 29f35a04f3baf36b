// Identifiers: a prefix and a UUIDv7 whose last byte is the write shard, so that reads by id, lists in
// time order and exports need only the key (ADR 007).
import { randomInt, randomUUID } from 'node:crypto';
import type { RecordIdPrefix } from '../record-kinds.ts';

/** The prefixes of records, and of events, which lie in their receipt. */
export type IdPrefix = RecordIdPrefix | 'evt';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const COUNTER_BITS = 12;

/** Whether this is an identifier in the form that buildIdGenerator produces. */
export function isId(prefix: IdPrefix, id: string): boolean {
  return id.startsWith(`${prefix}_`) && UUID.test(id.slice(prefix.length + 1));
}

/** The part by which identifiers of any kind sort by time. */
export function omitIdPrefix(id: string): string {
  return id.slice(id.indexOf('_') + 1);
}

/** The two hexadecimal digits of the write shard. */
export function readShard(id: string): string {
  return id.slice(-2);
}

/** All shards of a tenant's collection. */
export function listShardNames(shards: number): string[] {
  return Array.from({ length: shards }, (_, shard) => toHex(shard, 2));
}

/** Generates identifiers that sort by the given time and then in the order of generation. */
export function buildIdGenerator(shards: number): (at: Date) => (prefix: IdPrefix) => string {
  return (at) => {
    // Start in the lower half of the range, so that the counter of a request cannot overflow into the
    // time.
    let counter = randomInt(2 ** (COUNTER_BITS - 1));
    const time = toHex(at.getTime(), 12);
    return (prefix) => {
      counter += 1;
      return `${prefix}_${buildUuid(time, counter, randomInt(shards))}`;
    };
  };
}

function buildUuid(time: string, counter: number, shard: number): string {
  // These digits of a version 4 UUID are equally random, and Node caches its random bytes.
  const random = randomUUID().slice(19, -2);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${toHex(counter, 3)}-${random}${toHex(shard, 2)}`;
}

/** The smallest identifier of a millisecond: the start of a time range. */
export function buildFirstIdAt(prefix: IdPrefix, at: Date): string {
  const time = toHex(at.getTime(), 12);
  return `${prefix}_${time.slice(0, 8)}-${time.slice(8)}`;
}

/** The millisecond in which the identifier was generated; NaN if it has another form. */
export function readIdTime(id: string): number {
  const [, time = '', rest = ''] = /_([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(id) ?? [];
  return Number.parseInt(time + rest, 16);
}

function toHex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
