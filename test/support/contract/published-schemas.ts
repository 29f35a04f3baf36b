// What the published OpenAPI documents say of an operation's request: the contract that a client sees.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationName } from '../../../functions/operations/operations.ts';

export interface PublishedSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, PublishedSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | PublishedSchema;
  readonly items?: PublishedSchema;
  readonly oneOf?: readonly PublishedSchema[];
  readonly anyOf?: readonly PublishedSchema[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly example?: unknown;
  readonly default?: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: PublishedSchema;
}

interface Document {
  readonly paths: Record<string, Record<string, PublishedOperation>>;
  readonly components: { readonly schemas: Record<string, PublishedSchema> };
}

interface PublishedOperation {
  readonly operationId?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { content: { 'application/json': { schema: PublishedSchema } } };
}

const FOLDER = join(import.meta.dirname, '../../../schemas/generated');
const documents = globSync('openapi-*.json', { cwd: FOLDER }).map(
  (file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Document,
);

function published(name: OperationName): { operation: PublishedOperation; document: Document } {
  for (const document of documents) {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const operation = operations.find(({ operationId }) => operationId === name);
    if (operation) return { operation, document };
  }
  throw new Error(`${name} is not published`);
}

/** The schema of the body, with every reference resolved; undefined where there is none. */
export function bodySchema(name: OperationName): PublishedSchema | undefined {
  const { operation, document } = published(name);
  const schema = operation.requestBody?.content['application/json'].schema;
  return schema && resolved(schema, document);
}

export function parametersOf(name: OperationName, place: Parameter['in']): readonly Parameter[] {
  const { operation, document } = published(name);
  return (operation.parameters ?? [])
    .filter((parameter) => parameter.in === place)
    .map((parameter) => ({ ...parameter, schema: resolved(parameter.schema, document) }));
}

function resolved(schema: PublishedSchema, document: Document): PublishedSchema {
  if (schema.$ref !== undefined) {
    const target = document.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
    if (!target) throw new Error(`${schema.$ref} leads nowhere`);
    return { ...resolved(target, document), ...withoutReference(schema) };
  }
  const properties = Object.entries(schema.properties ?? {});
  return {
    ...schema,
    ...(schema.properties && {
      properties: Object.fromEntries(
        properties.map(([key, one]) => [key, resolved(one, document)]),
      ),
    }),
    ...(schema.items && { items: resolved(schema.items, document) }),
  };
}

function withoutReference({ $ref: _, ...others }: PublishedSchema): PublishedSchema {
  return others;
}

/** A value that the schema takes, of its own examples, with every member that it may have. */
export function exampleOf(schema: PublishedSchema): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'object') {
    const members = Object.entries(schema.properties ?? {});
    return Object.fromEntries(members.map(([key, member]) => [key, exampleOf(member)]));
  }
  if (schema.type === 'array') {
    const one = exampleOf(schema.items ?? {});
    return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => one);
  }
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'boolean') return true;
  if (schema.format === 'date') return '2026-11-20';
  if (schema.format === 'date-time') return '2026-11-20T12:00:00.000Z';
  return 'x'.repeat(Math.max(1, schema.minLength ?? 1));
}
