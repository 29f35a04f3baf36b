// Converts an entity schema to JSON Schema 2020-12, for validators outside this service.
import type { FieldDefinition } from './fields.ts';
import type { EntityDefinition } from './entity-schemas.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * What both engines may accept and read differently: a class that starts with its own end, as in `[][]`, a named class
 * of ASCII, and flags of a group, which only the newest engines of ECMAScript know.
 */
const READ_OTHERWISE = /\[\^?\]|\[:|\(\?[a-z-]+:/i;

/** Converts the definition; a record in the form `typed` is valid under both or under neither. */
export function toJsonSchema(definition: EntityDefinition): JsonSchema {
  const { entity_name: name, display_name: title, fields } = definition;
  const required = fields.filter((field) => field.required).map((field) => field.name);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:entity-schema:${name}`,
    title,
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, toProperty(field)])),
    required,
    additionalProperties: false,
  };
}

function toProperty(field: FieldDefinition): JsonSchema {
  const comments = buildComments(field);
  return {
    ...toPropertyType(field),
    ...toTextKeywords(field),
    ...(Object.hasOwn(field, 'default') && { default: field.default }),
    ...(field.description !== undefined && { description: field.description }),
    ...(comments.length > 0 && { $comment: comments.join(' ') }),
  };
}

function toPropertyType({ type, enum_values: values = [] }: FieldDefinition): JsonSchema {
  if (type === 'NUMBER') return { type: 'number' };
  if (type === 'BOOLEAN') return { type: 'boolean' };
  if (type === 'DATE') return { type: 'string', format: 'date' };
  if (type === 'ENUM') return { type: 'string', enum: values };
  return { type: 'string', ...(type === 'REFERENCE' && { minLength: 1 }) };
}

function toTextKeywords({ type, maxLength, pattern }: FieldDefinition): JsonSchema {
  if (type === 'NUMBER' || type === 'BOOLEAN') return {};
  return {
    ...(maxLength !== undefined && { maxLength }),
    ...(pattern !== undefined && isPortable(pattern) && { pattern }),
  };
}

// What JSON Schema cannot express becomes a comment for people.
function buildComments({ type, pattern, reference_table: table = '' }: FieldDefinition): string[] {
  return [
    ...(type === 'REFERENCE' ? [`References ${table}.`] : []),
    ...(pattern !== undefined && !isPortable(pattern) ? [`RE2 pattern: ${pattern}`] : []),
  ];
}

// JSON Schema uses ECMAScript patterns, which lack some of RE2's syntax. The pattern is only compiled
// here.
function isPortable(pattern: string): boolean {
  if (READ_OTHERWISE.test(pattern)) return false;
  try {
    return new RegExp(pattern, 'u').unicode;
  } catch {
    return false;
  }
}
