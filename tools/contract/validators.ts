// Generates validators ahead of time: a Lambda loads a few kilobytes instead of a schema compiler.
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Options } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import ajvStandalone from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import { toKebabCase, operations, parseRoute } from '../../functions/operations/operations.ts';
import type { Operation, OperationName } from '../../functions/operations/operations.ts';
import type { ServedOperation } from '../../functions/runtime/contract.ts';
import {
  findPart,
  findRow,
  listNamedRows,
  listRows,
  rewriteReferences,
  schemaPath,
  typeName,
  findRequestPrefix,
} from './schemas.ts';
import type { Schema } from './schemas.ts';

const addFormats = ajvFormats.default;
const standalone = ajvStandalone.default;
const ID = 'https://countinghouse.example/schemas/';

/** Builds an Ajv that contains every schema under its path and rejects unknown keywords. */
export function buildAjv(schemas: ReadonlyMap<string, Schema>, options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, allErrors: true, ...options });
  ajv.addVocabulary(['example']);
  addFormats(ajv, ['date', 'date-time']);
  for (const [path, schema] of schemas) {
    ajv.addSchema({ ...rewriteReferences(schema, path, buildSchemaId), $id: buildSchemaId(path) });
  }
  return ajv;
}

export function buildSchemaId(path: string): string {
  return `${ID}${path}`;
}

/** The files of all operations' validators and contracts, by path below schemas/generated. */
export async function buildValidatorFiles(
  schemas: ReadonlyMap<string, Schema>,
): Promise<Map<string, string>> {
  const files = await Promise.all(listRows().map(([name]) => buildOperationFiles(schemas, name)));
  return new Map(files.flat());
}

async function buildOperationFiles(
  schemas: ReadonlyMap<string, Schema>,
  name: OperationName,
): Promise<[string, string][]> {
  const parts = {
    parameters: buildParametersValidator(schemas, name),
    body: buildBodyValidator(schemas, name),
  };
  const code = await bundleValidators({
    parameters: parts.parameters && compileValidator(schemas, parts.parameters, PARAMETER_OPTIONS),
    body: parts.body && compileValidator(schemas, parts.body, { allErrors: false }),
    bodyFaults: parts.body && compileValidator(schemas, parts.body, { allErrors: true }),
  });
  return [
    [`validators/${toKebabCase(name)}.js`, code],
    [`operations/${toKebabCase(name)}.ts`, buildContractCode(schemas, name)],
  ];
}

// Path and query arrive as text: converts numbers, fills in defaults, and drops unknown members. A text of many
// digits becomes Infinity, which strictNumbers would compare with no minimum or maximum.
const PARAMETER_OPTIONS: Options = {
  coerceTypes: true,
  strictNumbers: false,
  useDefaults: true,
  removeAdditional: 'all',
};

function buildParametersValidator(schemas: ReadonlyMap<string, Schema>, name: OperationName) {
  const path = findPart(schemas, name, 'path');
  const query = findPart(schemas, name, 'query');
  if (!path && !query) return undefined;
  return toAbsoluteReferences(name, {
    type: 'object',
    properties: { ...(path && { path }), ...(query && { query }) },
  });
}

function buildBodyValidator(schemas: ReadonlyMap<string, Schema>, name: OperationName) {
  const body = findPart(schemas, name, 'body');
  return body && toAbsoluteReferences(name, body);
}

function toAbsoluteReferences(name: OperationName, schema: Schema): Schema {
  return rewriteReferences(schema, schemaPath(name, operations[name], 'request'), buildSchemaId);
}

function compileValidator(
  schemas: ReadonlyMap<string, Schema>,
  schema: Schema,
  options: Options,
): string {
  const ajv = buildAjv(schemas, { ...options, code: { source: true, esm: true } });
  return standalone(ajv, ajv.compile(schema));
}

// Ajv's code still calls require() for its runtime; bundling resolves that at build time.
async function bundleValidators(codes: Record<string, string | undefined>): Promise<string> {
  const exports = Object.entries(codes).map(([name, code]) =>
    code === undefined
      ? `export const ${name} = undefined;`
      : `export { default as ${name} } from 'validator:${name}';`,
  );
  const result = await build({
    stdin: { contents: exports.join('\n'), resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'node24',
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    plugins: [
      {
        name: 'validators',
        setup(esbuild) {
          esbuild.onResolve({ filter: /^validator:/ }, ({ path }) => {
            return { path: path.replace('validator:', ''), namespace: 'validator' };
          });
          esbuild.onLoad({ filter: /.*/, namespace: 'validator' }, ({ path }) => {
            return { contents: codes[path] ?? '', resolveDir: import.meta.dirname };
          });
        },
      },
    ],
  });
  return result.outputFiles[0]?.text ?? '';
}

// The import paths of the generated contracts, relative to schemas/generated/operations.
const RUNTIME = '../../../functions/runtime';

function pickServedRow(name: OperationName): ServedOperation {
  const { route, permission, success, idempotent, combines, list, locates, defers, control } =
    operations[name];
  const located = findRow(locates)?.[1];
  return {
    route,
    permission,
    success,
    idempotent,
    ...(list && { list }),
    ...(located && { location: parseRoute(located).path }),
    ...(defers && { deferredLocations: listDeferredLocations(operations[name]) }),
    ...(combines && { combines }),
    ...(control && { control: control === 'ALWAYS' ? control : 'OPTIONAL' }),
  };
}

function listDeferredLocations({ api, defers }: Operation): Record<string, string | null> {
  const locations = listNamedRows(defers).map(([name, row]) => {
    return [findRequestPrefix(name), row.api === api ? parseRoute(row).path : null] as const;
  });
  return Object.fromEntries(locations);
}

function buildContractCode(schemas: ReadonlyMap<string, Schema>, name: OperationName): string {
  const request = typeName(`${toKebabCase(name)}.request`);
  const defaultBody = findPart(schemas, name, 'body')?.['default'];
  const optional =
    defaultBody === undefined ? '' : `  defaultBody: ${JSON.stringify(defaultBody)},\n`;
  return `// Generated from schemas/ by \`npm run generate\`. Do not edit.
import type { Contract } from '${RUNTIME}/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/${toKebabCase(name)}.js';
import type { ${request} } from '../types.ts';

export const ${name}: Contract<${request}> = {
  name: '${name}',
  row: ${JSON.stringify(pickServedRow(name))},
  parameters,
  body,
  bodyFaults,
${optional}};
`;
}
