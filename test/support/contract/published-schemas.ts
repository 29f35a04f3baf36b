// The requests of the operations as the OpenAPI documents publish them to clients.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationName } from '../../../functions/operations/operations.ts';

export interface ContractSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, ContractSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | ContractSchema;
  readonly items?: ContractSchema;
  readonly oneOf?: readonly ContractSchema[];
  readonly anyOf?: readonly ContractSchema[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly maxProperties?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly example?: unknown;
  readonly default?: unknown;
}

export interface ContractParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: ContractSchema;
}

interface ContractDocument {
  readonly paths: Record<string, Record<string, ContractOperation>>;
  readonly components: { readonly schemas: Record<string, ContractSchema> };
}

interface ContractOperation {
  readonly operationId?: string;
  readonly parameters?: readonly ContractParameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: { readonly 'application/json': { readonly schema: ContractSchema } };
  };
}

const FOLDER = join(import.meta.dirname, '../../../schemas/generated');
const documents = globSync('openapi-*.json', { cwd: FOLDER }).map(
  (file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as ContractDocument,
);

function findOperation(name: OperationName): {
  operation: ContractOperation;
  document: ContractDocument;
} {
  for (const document of documents) {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const operation = operations.find(({ operationId }) => operationId === name);
    if (operation) return { operation, document };
  }
  throw new Error(`${name} is not published.`);
}

/** The schema of the body with every reference resolved; undefined without a body. */
export function findBodySchema(name: OperationName): ContractSchema | undefined {
  const { operation, document } = findOperation(name);
  const schema = operation.requestBody?.content['application/json'].schema;
  return schema && resolveSchema(schema, document);
}

/** Whether the request may come without its body. */
export function isBodyOptional(name: OperationName): boolean {
  return findOperation(name).operation.requestBody?.required === false;
}

export function listParameters(
  name: OperationName,
  location: ContractParameter['in'],
): readonly ContractParameter[] {
  const { operation, document } = findOperation(name);
  return (operation.parameters ?? [])
    .filter((parameter) => parameter.in === location)
    .map((parameter) => ({ ...parameter, schema: resolveSchema(parameter.schema, document) }));
}

function resolveSchema(schema: ContractSchema, document: ContractDocument): ContractSchema {
  if (schema.$ref !== undefined) {
    const target = document.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
    if (!target) throw new Error(`${schema.$ref} does not exist.`);
    return { ...resolveSchema(target, document), ...removeReference(schema) };
  }
  const properties = Object.entries(schema.properties ?? {});
  return {
    ...schema,
    ...(schema.properties && {
      properties: Object.fromEntries(
        properties.map(([key, property]) => [key, resolveSchema(property, document)]),
      ),
    }),
    ...(schema.items && { items: resolveSchema(schema.items, document) }),
  };
}

function removeReference({ $ref: _, ...others }: ContractSchema): ContractSchema {
  return others;
}

/** A valid value of the schema, built from its examples, with every optional member. */
export function buildExample(schema: ContractSchema): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'object') {
    const members = Object.entries(schema.properties ?? {});
    return Object.fromEntries(members.map(([key, member]) => [key, buildExample(member)]));
  }
  if (schema.type === 'array') {
    const item = buildExample(schema.items ?? {});
    return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => item);
  }
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'boolean') return true;
  if (schema.format === 'date') return '2026-11-20';
  if (schema.format === 'date-time') return '2026-11-20T12:00:00.000Z';
  return 'x'.repeat(Math.max(1, schema.minLength ?? 1));
}
