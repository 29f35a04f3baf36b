// The stored size of an item, as DynamoDB counts it:
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
const INDEXING_BYTES = 100;
const CONTAINER_BYTES = 3;
const MEMBER_BYTES = 1;

/** The billed bytes of an item, indexing included. Numbers are bigint, binaries bytes. */
export function countItemBytes(item: Readonly<Record<string, unknown>>): number {
  return Object.entries(item).reduce(
    (total, [name, value]) => total + Buffer.byteLength(name) + countValueBytes(value),
    INDEXING_BYTES,
  );
}

function countValueBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'bigint') return countNumberBytes(value);
  if (value instanceof Uint8Array) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 1;
  const members: [string, unknown][] = Array.isArray(value)
    ? value.map((part: unknown) => ['', part])
    : Object.entries(value);
  return members.reduce(
    (total, [name, part]) => total + Buffer.byteLength(name) + countValueBytes(part) + MEMBER_BYTES,
    CONTAINER_BYTES,
  );
}

// Two significant digits per byte, and one more byte; trailing zeros are not significant.
function countNumberBytes(value: bigint): number {
  const digits = value.toString().replace('-', '').replace(/0+$/, '');
  return Math.ceil(digits.length / 2) + 1;
}
