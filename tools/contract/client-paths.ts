// The types of the client package: the paths of an API as openapi-fetch takes them.
import { routeOf } from '../../functions/operations/operations.ts';
import type { Operation, OperationName } from '../../functions/operations/operations.ts';
import { rows, schemaPath, typeName } from './schemas.ts';

/** The TypeScript file that declares every path of the API with its requests and answers. */
export function clientPaths(api: Operation['api']): string {
  const own = rows().filter(([, row]) => row.api === api);
  const used = own.flatMap(([name, row]) => Object.values(typesOf(name, row)));
  const paths = Map.groupBy(own, ([, row]) => routeOf(row).path);
  return `// Generated from schemas/ by \`npm run generate\`. Do not edit.
import type { Answered } from '../answered.ts';
import type {
${[...new Set(used)]
  .sort()
  .map((name) => `  ${name},`)
  .join('\n')}
} from '../../schemas/generated/types.ts';

/** The paths of the ${api} API, for openapi-fetch. */
export interface ${typeName(api)}Paths {
${[...paths].map(([path, found]) => pathOf(path, found)).join('\n')}
}
`;
}

function pathOf(path: string, found: readonly [OperationName, Operation][]): string {
  const methods = found.map(([name, row]) => {
    const { request, response } = typesOf(name, row);
    const method = routeOf(row).method.toLowerCase();
    return `    /** ${row.summary} */\n    ${method}: Answered<${request}, ${response}, ${row.success}>;`;
  });
  return `  '${path}': {\n${methods.join('\n')}\n  };`;
}

function typesOf(name: OperationName, row: Operation) {
  const type = (kind: 'request' | 'response') => typeName(schemaPath(name, row, kind));
  return { request: type('request'), response: type('response') };
}
