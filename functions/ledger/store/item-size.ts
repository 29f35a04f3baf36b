// The size of a value in DynamoDB: an estimate that is never too low.

/** A list or map takes 3 bytes, and each of its members one. */
const CONTAINER_BYTES = 3;
const NUMBER_BYTES = 21;

export function countStoredBytes(value: unknown): number {
  if (value === undefined) return 0;
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value !== 'object' || value === null) return NUMBER_BYTES;
  const members: [string, unknown][] = Array.isArray(value)
    ? value.map((part: unknown) => ['', part])
    : Object.entries(value);
  return members.reduce(
    (sum, [name, part]) => sum + Buffer.byteLength(name) + countStoredBytes(part) + 1,
    CONTAINER_BYTES,
  );
}
