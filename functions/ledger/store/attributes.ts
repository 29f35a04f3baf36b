// Readers of stored attributes. Each throws when a value does not have the type it was written with,
// because the record is then damaged.

export type Attributes = Readonly<Record<string, unknown>>;

export function readText(item: Attributes, name: string): string {
  const value = item[name];
  if (typeof value !== 'string') throw damage(name, 'text');
  return value;
}

export function readMinorUnits(item: Attributes, name: string): bigint {
  const value = item[name];
  if (typeof value !== 'bigint') throw damage(name, 'a whole number');
  return value;
}

export function readCount(item: Attributes, name: string): number {
  return Number(readMinorUnits(item, name));
}

export function flag(item: Attributes, name: string): boolean {
  const value = item[name];
  if (typeof value !== 'boolean') throw damage(name, 'true or false');
  return value;
}

/** Bytes, as hexadecimal text. */
export function hex(item: Attributes, name: string): string {
  const value = item[name];
  if (!(value instanceof Uint8Array)) throw damage(name, 'bytes');
  return Buffer.from(value).toString('hex');
}

export function json(item: Attributes, name: string): unknown {
  try {
    return JSON.parse(readText(item, name));
  } catch (cause) {
    throw damage(name, 'JSON', cause);
  }
}

export function map(item: Attributes, name: string): Attributes {
  const value = item[name];
  if (!isMap(value)) throw damage(name, 'a map');
  return value;
}

export function list<Part>(
  item: Attributes,
  name: string,
  isPart: (part: unknown) => part is Part,
): Part[] {
  const value = item[name];
  if (!Array.isArray(value) || !value.every(isPart)) throw damage(name, 'a list of its parts');
  return value;
}

export function isMap(value: unknown): value is Attributes {
  return Object.getPrototypeOf(value ?? 0) === Object.prototype;
}

function damage(name: string, shape: string, cause?: unknown): TypeError {
  return new TypeError(`stored ${name} is not ${shape}`, { cause });
}
