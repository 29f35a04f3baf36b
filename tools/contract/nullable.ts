// JSON Schema says "a text or null" with a list of types, OpenAPI 3.0 with `nullable`.
import type { Schema } from './schemas.ts';

/** The schema in OpenAPI's words. */
export function withNullable(schema: Schema): Schema {
  return translated(schema) as Schema;
}

function translated(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(translated);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, part]): [string, unknown][] => {
    if (key !== 'type' || !Array.isArray(part) || !part.includes('null')) {
      return [[key, translated(part)]];
    }
    return [
      ['type', part.find((type) => type !== 'null')],
      ['nullable', true],
    ];
  });
  return Object.fromEntries(entries);
}
