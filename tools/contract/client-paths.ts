// The types of the client package: the paths of an API in openapi-fetch's form.
import { parseRoute, readOpenApiPath } from '../../functions/operations/operations.ts';
import type { Operation, OperationName } from '../../functions/operations/operations.ts';
import { findPart, listNamedRows, listRows, schemaPath, typeName } from './schemas.ts';
import type { ContractSchemas } from './schemas.ts';

/** The TypeScript file that declares every path of the API with its requests and answers. */
export function buildClientPaths(schemas: ContractSchemas, api: Operation['api']): string {
  const own = listRows().filter(([, row]) => row.api === api);
  const used = own.flatMap(([name, row]) =>
    Object.values(buildOperationTypes(name, row)).flatMap((type) => type.split(' | ')),
  );
  const paths = Map.groupBy(own, ([, row]) => readOpenApiPath(row));
  const hasOptionalBody = own.some(([name]) => isBodyOptional(schemas, name));
  const forms = ['OperationTypes', ...(hasOptionalBody ? ['WithOptionalBody'] : [])].join(', ');
  return `// Generated from schemas/ by \`npm run generate\`. Do not edit.
import type { ${forms} } from '../operation-types.ts';
import type {
${[...new Set(used)]
  .sort()
  .map((name) => `  ${name},`)
  .join('\n')}
} from '../../schemas/generated/types.ts';

/** The paths of the ${api} API, for openapi-fetch. */
export interface ${typeName(api)}Paths {
${[...paths].map(([path, rows]) => buildPath(schemas, path, rows)).join('\n')}
}
`;
}

function buildPath(
  schemas: ContractSchemas,
  path: string,
  rows: readonly [OperationName, Operation][],
): string {
  const methods = rows.map(([name, row]) => {
    const { request: type, response } = buildOperationTypes(name, row);
    const request = isBodyOptional(schemas, name) ? `WithOptionalBody<${type}>` : type;
    const method = parseRoute(row).method.toLowerCase();
    return `    /** ${row.summary} */\n    ${method}: OperationTypes<${request}, ${response}, ${listStatuses(row)}${formatMediaType(row)}>;`;
  });
  return `  '${path}': {\n${methods.join('\n')}\n  };`;
}

function isBodyOptional(schemas: ContractSchemas, name: OperationName): boolean {
  return findPart(schemas, name, 'body')?.['default'] !== undefined;
}

function buildOperationTypes(name: OperationName, row: Operation) {
  const type = (kind: 'request' | 'response') => typeName(schemaPath(name, row, kind));
  const deferrals = listNamedRows(row.defers).map((deferred) =>
    typeName(schemaPath(...deferred, 'response')),
  );
  return { request: type('request'), response: [type('response'), ...deferrals].join(' | ') };
}

// JSON is the default.
function formatMediaType({ answers }: Operation): string {
  if (answers === 'text') return `, 'text/plain'`;
  return answers === 'bytes' ? `, 'application/octet-stream'` : '';
}

function listStatuses({ success, defers }: Operation): string {
  return [...new Set([success, ...(defers ? [202] : [])])].join(' | ');
}
