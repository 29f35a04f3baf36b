// The types of the client package: the paths of an API as openapi-fetch takes them.
import { posix } from 'node:path';
import { routeOf } from '../../functions/operations/operations.ts';
import type { Operation, OperationName } from '../../functions/operations/operations.ts';
import { rows, schemaPath, typeName } from './schemas.ts';
import type { Schema } from './schemas.ts';

type Schemas = ReadonlyMap<string, Schema>;

/** The TypeScript file that declares every path of the API with its requests and answers. */
export function clientPaths(schemas: Schemas, api: Operation['api']): string {
  const own = rows().filter(([, row]) => row.api === api);
  const used = own.flatMap(([name, row]) => Object.values(typesOf(schemas, name, row)));
  const paths = Map.groupBy(own, ([, row]) => routeOf(row).path);
  return `// Generated from schemas/ by \`npm run generate\`. Do not edit.
import type { Answered } from '../answered.ts';
import type {
${[...new Set(used)]
  .sort()
  .map((name) => `  ${name},`)
  .join('\n')}
} from './types.ts';

/** The paths of the ${api} API, for openapi-fetch. */
export interface ${typeName(api)}Paths {
${[...paths].map(([path, found]) => pathOf(schemas, path, found)).join('\n')}
}
`;
}

function pathOf(
  schemas: Schemas,
  path: string,
  found: readonly [OperationName, Operation][],
): string {
  const methods = found.map(([name, row]) => {
    const { request, response } = typesOf(schemas, name, row);
    const method = routeOf(row).method.toLowerCase();
    return `    /** ${row.summary} */\n    ${method}: Answered<${request}, ${response}, ${row.success}>;`;
  });
  return `  '${path}': {\n${methods.join('\n')}\n  };`;
}

function typesOf(schemas: Schemas, name: OperationName, row: Operation) {
  const type = (kind: 'request' | 'response') =>
    typeName(declaring(schemas, schemaPath(name, row, kind)));
  return { request: type('request'), response: type('response') };
}

/** The schema that a mere reference leads to: only that one has a type of its own. */
function declaring(schemas: Schemas, path: string): string {
  const reference = schemas.get(path)?.['$ref'];
  if (typeof reference !== 'string') return path;
  return declaring(schemas, posix.join(posix.dirname(path), reference).replace(/\.json$/, ''));
}
