// What was written with one shape is read with the same one: anything else is damage, said loudly.

export function readText(item: Record<string, unknown>, name: string): string {
  const value = item[name];
  if (typeof value !== 'string') throw new TypeError(`stored ${name} is not text`);
  return value;
}

export function readMinorUnits(item: Record<string, unknown>, name: string): bigint {
  const value = item[name];
  if (typeof value !== 'bigint') throw new TypeError(`stored ${name} is not a whole number`);
  return value;
}

export function readCount(item: Record<string, unknown>, name: string): number {
  return Number(readMinorUnits(item, name));
}

export function readOptionalText<Name extends string>(
  item: Record<string, unknown>,
  stored: string,
  name: Name,
) {
  const value = item[stored];
  return (typeof value === 'string' ? { [name]: value } : {}) as Partial<Record<Name, string>>;
}
