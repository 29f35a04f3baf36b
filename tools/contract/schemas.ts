// Reads schemas/: the contract as data, from which validators, types and OpenAPI are generated.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { toKebabCase, operations } from '../../functions/operations/operations.ts';
import type { Operation, OperationName } from '../../functions/operations/operations.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** All schemas of the contract, by their path under schemas/. */
export type ContractSchemas = ReadonlyMap<string, Schema>;

const ROOT = join(import.meta.dirname, '../../schemas');

/** All hand-written schemas by their path below schemas/, without the extension. */
export function readSchemas(): Map<string, Schema> {
  const files = globSync('{models,operations,events}/**/*.json', { cwd: ROOT }).sort();
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      return [file.replace(/\.json$/, ''), JSON.parse(text) as Schema];
    }),
  );
}

/** The name of a schema's type: models/account-entry is AccountEntry. */
export function typeName(path: string): string {
  const words = basename(path).split(/[-._]/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** Rewrites every reference to another file with `refer`. */
export function rewriteReferences(
  schema: Schema,
  path: string,
  refer: (target: string) => string,
): Schema {
  const rewrite = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rewrite);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) =>
        name === '$ref'
          ? [name, refer(resolveReference(path, String(part)))]
          : [name, rewrite(part)],
      ),
    );
  };
  return rewrite(schema) as Schema;
}

function resolveReference(path: string, reference: string): string {
  return posix.join(dirname(path), reference).replace(/\.json$/, '');
}

/** The path of an operation's schemas. */
export function schemaPath(
  name: string,
  { area }: Operation,
  kind: 'request' | 'response',
): string {
  return `operations/${area}/${toKebabCase(name)}.${kind}`;
}

/** A part of an operation's request schema, if present. */
export function findPart(
  schemas: ReadonlyMap<string, Schema>,
  name: OperationName,
  part: 'path' | 'query' | 'body',
): Schema | undefined {
  const request = schemas.get(schemaPath(name, operations[name], 'request'));
  if (!request) throw new Error(`${name} has no request schema.`);
  const properties = (request['properties'] ?? {}) as Record<string, Schema>;
  return properties[part];
}

/** The rows of the table with their names, in the order of the table. */
export function listRows(): [OperationName, Operation][] {
  return Object.entries(operations) as [OperationName, Operation][];
}

/** The operation of that name with its row, if there is one. */
export function findRow(name: string | undefined): [OperationName, Operation] | undefined {
  return listRows().find(([other]) => other === name);
}

/** The operations of these names with their rows. */
export function listNamedRows(names: readonly string[] = []): [OperationName, Operation][] {
  return listRows().filter(([name]) => names.includes(name));
}

const REQUEST_PREFIXES: Readonly<Record<string, string>> = {
  getChangeRequest: 'chg',
  getGeneralLedgerRequest: 'glr',
};

/** The prefix of the ids of the requests that the operation reads. */
export function findRequestPrefix(name: OperationName): string {
  const prefix = REQUEST_PREFIXES[name];
  if (prefix === undefined) throw new Error(`${name} reads no request`);
  return prefix;
}

/** Says how an array list ends, which its body does not show; empty for other operations. */
export function describeListEnd(
  schemas: ContractSchemas,
  name: OperationName,
  { list }: Operation,
): string[] {
  if (list !== 'array') return [];
  const query = findPart(schemas, name, 'query')?.['properties'] as Record<string, Schema>;
  const most = Number(query['limit']?.['maximum']).toLocaleString('en');
  return [
    `An answer has at most ${most} records, fewer when they are large. When there are more, it carries ` +
      '`Link` and `X-Next-Cursor`: repeat the request with that `cursor` until they are absent.',
  ];
}
