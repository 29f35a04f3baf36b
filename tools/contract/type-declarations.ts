// The types of the contract. A schema that only refers to another becomes an alias, so that each
// shape is declared once.
import { format } from 'prettier';
import { rewriteReferences, typeName } from './schemas.ts';
import type { Schema } from './schemas.ts';

/** TypeScript types of all schemas: one exported type for each file below schemas/. */
export async function buildTypesFile(schemas: ReadonlyMap<string, Schema>): Promise<string> {
  const declarations = [...schemas].map(([path, schema]) =>
    declaration(typeName(path), rewriteReferences(schema, path, typeName)),
  );
  const banner = '// Generated from schemas/ by `npm run generate`. Do not edit.';
  return format([banner, ...declarations].join('\n\n'), {
    parser: 'typescript',
    singleQuote: true,
    printWidth: 100,
  });
}

function declaration(name: string, schema: Schema): string {
  const type = typeOf(schema);
  const isInterface = type.startsWith('{');
  return `${comment(schema)}export ${isInterface ? `interface ${name} ${type}` : `type ${name} = ${type};`}`;
}

function comment({ description }: Schema): string {
  return typeof description === 'string' ? `/** ${description.replaceAll('*/', '*\\/')} */\n` : '';
}

function typeOf(schema: Schema): string {
  const { $ref, enum: values, oneOf, type } = schema;
  if (typeof $ref === 'string') return $ref;
  if (Array.isArray(values)) return union(values.map((value) => JSON.stringify(value)));
  if (Array.isArray(oneOf)) return union((oneOf as Schema[]).map(typeOf));
  if (Array.isArray(type))
    return union(type.map((one: unknown) => typeOf({ ...schema, type: one })));
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return arrayType(schema);
    case 'object':
      return objectType(schema);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`);
  }
}

function union(types: readonly string[]): string {
  return types.join(' | ');
}

/** Up to that many items, each possible length has its own tuple. */
const TUPLE_ITEMS_MAX = 10;

function arrayType({ items = {}, minItems = 0, maxItems = Infinity }: Schema): string {
  const [item, least, most] = [`(${typeOf(items as Schema)})`, Number(minItems), Number(maxItems)];
  const tuple = (length: number, rest: string[] = []) =>
    `[${[...Array<string>(length).fill(item), ...rest].join(', ')}]`;
  if (most <= TUPLE_ITEMS_MAX) {
    return union(Array.from({ length: most - least + 1 }, (_, more) => tuple(least + more)));
  }
  return least === 0 ? `${item}[]` : tuple(least, [`...${item}[]`]);
}

function objectType(schema: Schema): string {
  const { properties = {}, required = [], additionalProperties = false } = schema;
  const members = Object.entries(properties as Record<string, Schema>).map(([name, property]) => {
    const isRequired = (required as string[]).includes(name);
    return `${comment(property)}${JSON.stringify(name)}${isRequired ? '' : '?'}: ${typeOf(property)};`;
  });
  if (additionalProperties !== false) {
    const others = additionalProperties === true ? {} : (additionalProperties as Schema);
    members.push(`[name: string]: ${typeOf(others)};`);
  }
  return `{\n${members.join('\n')}\n}`;
}
