// What an operator types to publish an entity schema, and the request that it makes.
import type { EntitySchema, NewEntitySchema } from '../../../../../client/client.ts';
import { formatBody, formatJsonText, parseJsonText } from '../editing/json-text.ts';
import type { TypedRequest } from '../editing/typed-request.ts';

export interface SchemaInput {
  readonly entity: string;
  readonly displayName: string;
  /** JSON. */
  readonly fields: string;
}

const EXAMPLE = [{ name: 'name', type: 'STRING', required: true }];
const ENTITY = /^[a-z][a-z0-9_]{1,63}$/;

export function toSchemaInput(schema: EntitySchema | undefined): SchemaInput {
  return {
    entity: schema?.entity_name ?? '',
    displayName: schema?.display_name ?? '',
    fields: formatJsonText(schema?.fields ?? EXAMPLE),
  };
}

/** The input as the request has it; JSON that is not complete yet is text. */
export function describeSchema({ entity, displayName, fields }: SchemaInput): unknown {
  const reading = parseJsonText(fields, 'list');
  return {
    entity_name: entity.trim(),
    display_name: displayName.trim(),
    fields: reading.kind === 'value' ? reading.value : fields,
  };
}

export type SchemaFault = 'entity' | 'displayName' | 'fields';

export function findSchemaFaults(input: SchemaInput): readonly SchemaFault[] {
  return [
    ...(ENTITY.test(input.entity.trim()) ? [] : (['entity'] as const)),
    ...(input.displayName.trim() === '' ? (['displayName'] as const) : []),
    ...(parseJsonText(input.fields, 'list').kind === 'value' ? [] : (['fields'] as const)),
  ];
}

/** Builds the request; undefined while the input has faults. */
export function buildSchemaRequest(input: SchemaInput): TypedRequest<NewEntitySchema> | undefined {
  if (findSchemaFaults(input).length > 0) return undefined;
  const body = describeSchema(input) as NewEntitySchema;
  return { body, text: formatBody(body, { fields: input.fields }) };
}

/** Names each field, so that one that is added does not change all after it. */
export function toComparableSchema(content: Readonly<Record<string, unknown>>): unknown {
  const { fields, ...others } = content as Partial<NewEntitySchema>;
  if (!Array.isArray(fields)) return content;
  return { ...others, fields: Object.fromEntries(fields.map((field) => [field.name, field])) };
}
