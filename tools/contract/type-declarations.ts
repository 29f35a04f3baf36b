// The types of the contract. A schema that only refers to another becomes an alias, so that each
// shape is declared once.
import { format } from 'prettier';
import { rewriteReferences, typeName } from './schemas.ts';
import type { Schema } from './schemas.ts';

/** TypeScript types of all schemas: one exported type for each file below schemas/. */
export async function buildTypesFile(schemas: ReadonlyMap<string, Schema>): Promise<string> {
  const declarations = [...schemas].map(([path, schema]) =>
    buildDeclaration(typeName(path), rewriteReferences(schema, path, typeName)),
  );
  const banner = '// Generated from schemas/ by `npm run generate`. Do not edit.';
  return format([banner, ...declarations].join('\n\n'), {
    parser: 'typescript',
    singleQuote: true,
    printWidth: 100,
  });
}

function buildDeclaration(name: string, schema: Schema): string {
  const type = buildType(schema);
  const isInterface = type.startsWith('{');
  return `${buildComment(schema)}export ${isInterface ? `interface ${name} ${type}` : `type ${name} = ${type};`}`;
}

function buildComment({ description }: Schema): string {
  return typeof description === 'string' ? `/** ${description.replaceAll('*/', '*\\/')} */\n` : '';
}

function buildType(schema: Schema): string {
  const { $ref, enum: values, allOf, oneOf, type } = schema;
  if (typeof $ref === 'string') return $ref;
  if (Array.isArray(values)) return buildUnion(values.map((value) => JSON.stringify(value)));
  // OpenAPI 3.0 ignores a description beside a reference, so such a reference stands in allOf.
  if (Array.isArray(allOf)) return (allOf as Schema[]).map(buildType).join(' & ');
  if (Array.isArray(oneOf)) return buildUnion((oneOf as Schema[]).map(buildType));
  if (Array.isArray(type))
    return buildUnion(type.map((single: unknown) => buildType({ ...schema, type: single })));
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return buildArrayType(schema);
    case 'object':
      return buildObjectType(schema);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`There is no TypeScript type for ${JSON.stringify(schema)}.`);
  }
}

function buildUnion(types: readonly string[]): string {
  return types.join(' | ');
}

/** Up to this number of items, the type is a union of tuples, one for each length. */
const TUPLE_ITEMS_MAX = 10;

function buildArrayType({ items = {}, minItems = 0, maxItems = Infinity }: Schema): string {
  const [item, minimum, maximum] = [
    `(${buildType(items as Schema)})`,
    Number(minItems),
    Number(maxItems),
  ];
  const tuple = (length: number, rest: string[] = []) =>
    `[${[...Array<string>(length).fill(item), ...rest].join(', ')}]`;
  if (maximum <= TUPLE_ITEMS_MAX) {
    return buildUnion(
      Array.from({ length: maximum - minimum + 1 }, (_, more) => tuple(minimum + more)),
    );
  }
  return minimum === 0 ? `${item}[]` : tuple(minimum, [`...${item}[]`]);
}

function buildObjectType(schema: Schema): string {
  const { properties = {}, required = [], additionalProperties = false } = schema;
  const members = Object.entries(properties as Record<string, Schema>).map(([name, property]) => {
    const isRequired = (required as string[]).includes(name);
    return `${buildComment(property)}${JSON.stringify(name)}${isRequired ? '' : '?'}: ${buildType(property)};`;
  });
  if (additionalProperties !== false) {
    const others = additionalProperties === true ? {} : (additionalProperties as Schema);
    members.push(`[name: string]: ${buildType(others)};`);
  }
  return `{\n${members.join('\n')}\n}`;
}
