// JSON Schema allows null with a list of types, OpenAPI 3.0 with `nullable`.
import type { Schema } from '../schemas.ts';

/** Converts the schema to OpenAPI's form. */
export function toNullableSchema(schema: Schema): Schema {
  return translateNullable(schema) as Schema;
}

function translateNullable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(translateNullable);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, part]): [string, unknown][] => {
    if (key !== 'type' || !Array.isArray(part) || !part.includes('null')) {
      return [[key, translateNullable(part)]];
    }
    return [
      ['type', part.find((type) => type !== 'null')],
      ['nullable', true],
    ];
  });
  return Object.fromEntries(entries);
}
