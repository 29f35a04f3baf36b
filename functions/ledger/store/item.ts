// The type of all stored records, their values as text, to compare and to hash them, and their sizes.
import type { Key } from './keys.ts';

/** A record as the store holds it: its key and its attributes. */
export type Item = Key & Record<string, unknown>;

/**
 * The value as text: the same for equal values, whatever the order of their members, and different for
 * different ones, types included. Members that are undefined are not stored, and left out.
 */
export function formatStoredValue(value: unknown): string {
  return JSON.stringify(toTypedValue(value));
}

/** Whether two values are stored alike. Members that are undefined are not stored. */
export function isStoredAlike(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object') return false;
  if (one === null || other === null) return false;
  if (one instanceof Uint8Array && other instanceof Uint8Array) return equalBytes(one, other);
  const isList = Array.isArray(one);
  const isMap = Object.getPrototypeOf(one) === Object.prototype;
  if (isList !== Array.isArray(other) || !(isList || isMap)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) =>
    isStoredAlike(Reflect.get(one, name), Reflect.get(other, name)),
  );
}

function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

// As DynamoDB types values; texts, true, false and null need no type.
function toTypedValue(value: unknown): unknown {
  if (typeof value === 'bigint' || typeof value === 'number') return { N: String(value) };
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') };
  if (value instanceof Set) return { S: [...value].map(toTypedValue) };
  if (Array.isArray(value)) return { L: value.map(toTypedValue) };
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, part]) => [name, toTypedValue(part)]);
  return { M: Object.fromEntries(members) as unknown };
}

/** What a record may take of the 400 KB that the store holds; the rest is left for a later decision on it. */
export const ITEM_BYTES_MAX = 390_000;

/** A list or map takes 3 bytes, and each of its members one. */
const CONTAINER_BYTES = 3;
const NUMBER_BYTES = 21;

/** The size of a value in the store: an estimate that is never too low. */
export function countStoredBytes(value: unknown): number {
  if (value === undefined) return 0;
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value !== 'object' || value === null) return NUMBER_BYTES;
  if (value instanceof Uint8Array) return value.byteLength;
  const members: [string, unknown][] = Array.isArray(value)
    ? value.map((part: unknown) => ['', part])
    : Object.entries(value);
  return members.reduce(
    (sum, [name, part]) => sum + Buffer.byteLength(name) + countStoredBytes(part) + 1,
    CONTAINER_BYTES,
  );
}
