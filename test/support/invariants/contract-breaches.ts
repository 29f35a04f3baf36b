// Every single breach of a schema, and every edge of it, at every location of a valid value.
import type { ContractSchema } from '../contract/published-schemas.ts';

export interface ContractBreach {
  readonly what: string;
  /** The JSON pointer that the answer must name. */
  readonly pointer: string;
  readonly value: unknown;
}

type ValueSource = (schema: ContractSchema, good: unknown) => [string, unknown][];
type ValueSetter = (value: unknown) => unknown;

const OTHER_TYPES: Readonly<Record<string, unknown>> = {
  string: 42,
  object: 'text',
  array: { 0: 'x' },
  boolean: 'true',
  integer: 1.5,
  number: '1',
};

const NEVER_FITTING = ['', ' ', '§', 'x'.repeat(3), '-1.0', '1e5', '0x10', '1\u0000', 'a\u2028b'];

/** The values that breach the schema at one location and equal the valid value elsewhere. */
export function listBreaches(schema: ContractSchema, good: unknown): ContractBreach[] {
  const locations = listLocations(schema, good);
  return [
    ...buildBreaches(locations, listBreachingValues),
    ...locations.flatMap(listMemberBreaches),
  ];
}

/** The values that have one more than a limit of the schema allows, at one location. */
export function listExcesses(schema: ContractSchema, good: unknown): ContractBreach[] {
  return buildBreaches(listLocations(schema, good), listExceedingValues);
}

/** The values at the limits of the schema at one location, and equal to the valid value elsewhere. */
export function listEdges(schema: ContractSchema, good: unknown): ContractBreach[] {
  return buildBreaches(listLocations(schema, good), listEdgeValues);
}

/** The texts of a valid value whose schema neither enumerates nor formats them. */
export function listTextLocations(
  schema: ContractSchema,
  good: unknown,
): Pick<SchemaLocation, 'schema' | 'pointer'>[] {
  return listLocations(schema, good).filter(
    ({ schema: { type, enum: values, format } }) => type === 'string' && !values && !format,
  );
}

interface SchemaLocation {
  readonly schema: ContractSchema;
  readonly good: unknown;
  readonly pointer: string;
  /** Returns the whole value with another value at this location. */
  readonly put: ValueSetter;
}

function listLocations(schema: ContractSchema, good: unknown): SchemaLocation[] {
  const found: SchemaLocation[] = [];
  const visit = (location: SchemaLocation): void => {
    if (location.schema.oneOf || location.schema.anyOf) return;
    found.push(location);
    listChildLocations(location).forEach(visit);
  };
  visit({ schema, good, pointer: '', put: (value) => value });
  return found;
}

function listChildLocations({ schema, good, pointer, put }: SchemaLocation): SchemaLocation[] {
  if (Array.isArray(good)) {
    const [first, ...others] = good as unknown[];
    const putItem: ValueSetter = (value) => put([value, ...others]);
    return schema.items
      ? [{ schema: schema.items, good: first, pointer: `${pointer}/0`, put: putItem }]
      : [];
  }
  if (typeof good !== 'object' || good === null) return [];
  return Object.entries(schema.properties ?? {})
    .filter(([key]) => key in good)
    .map(([key, member]) => ({
      schema: member,
      good: (good as Record<string, unknown>)[key],
      pointer: `${pointer}/${key}`,
      put: (value) => put({ ...good, [key]: value }),
    }));
}

function buildBreaches(
  locations: readonly SchemaLocation[],
  values: ValueSource,
): ContractBreach[] {
  return locations.flatMap(({ schema, good, pointer, put }) =>
    values(schema, good).map(([what, value]) => ({ what, pointer, value: put(value) })),
  );
}

function listMemberBreaches({ schema, good, pointer, put }: SchemaLocation): ContractBreach[] {
  if (typeof good !== 'object' || good === null || Array.isArray(good)) return [];
  const missing = (schema.required ?? []).map((key) => ({
    what: 'a missing member',
    pointer: `${pointer}/${key}`,
    value: put(Object.fromEntries(Object.entries(good).filter(([name]) => name !== key))),
  }));
  const surplus = ['surplus', '__proto__'].map((key) => ({
    what: `the member ${key}`,
    pointer: `${pointer}/${key}`,
    value: put(setMember(good, key)),
  }));
  return [...missing, ...(schema.additionalProperties === false ? surplus : [])];
}

// An assignment to __proto__ would set the prototype; in JSON it is an ordinary member.
function setMember(good: object, key: string): object {
  const copy = { ...good };
  Object.defineProperty(copy, key, { value: { x: 1 }, enumerable: true });
  return copy;
}

function listEdgeValues(schema: ContractSchema, good: unknown): [string, unknown][] {
  const { minLength, maxLength, minimum, maximum, maxItems } = schema;
  const isText =
    schema.type === 'string' &&
    !schema.format &&
    !schema.enum &&
    new RegExp(schema.pattern ?? '', 'u').test('x');
  const [first] = Array.isArray(good) ? (good as unknown[]) : [];
  const edges: [string, unknown][] = [
    ...(schema.enum ?? []).map((value): [string, unknown] => [`the listed ${value}`, value]),
    ['the shortest text', isText && minLength !== undefined ? 'x'.repeat(minLength) : undefined],
    ['the longest text', isText && maxLength !== undefined ? 'x'.repeat(maxLength) : undefined],
    ['the least', minimum],
    ['the most', maximum],
    [
      'the most items',
      maxItems && !schema.uniqueItems && Array.from({ length: maxItems }, () => first),
    ],
  ];
  return edges.filter(([, value]) => value !== undefined && value !== false);
}

function listBreachingValues(schema: ContractSchema, good: unknown): [string, unknown][] {
  const { type, minimum, maximum } = schema;
  return [
    ...(type === undefined
      ? []
      : ([
          ['another type', OTHER_TYPES[type]],
          ['null', null],
        ] as [string, unknown][])),
    ...listTexts(schema),
    ...listItems(schema, good),
    ...listMembers(schema, good),
    ...(minimum === undefined ? [] : ([['one too little', minimum - 1]] as [string, unknown][])),
    ...(maximum === undefined ? [] : ([['one too much', maximum + 1]] as [string, unknown][])),
  ];
}

function listExceedingValues(schema: ContractSchema, good: unknown): [string, unknown][] {
  const { maxLength, maxItems, maximum, maxProperties } = schema;
  const values: [string, unknown][] = [];
  if (maxLength !== undefined) values.push(['a text too long', 'x'.repeat(maxLength + 1)]);
  if (maximum !== undefined) values.push(['one too much', maximum + 1]);
  if (maxItems !== undefined) values.push(...listItems({ maxItems }, good));
  if (maxProperties !== undefined) values.push(...listMembers({ maxProperties }, good));
  return values;
}

function listMembers({ maxProperties }: ContractSchema, good: unknown): [string, unknown][] {
  if (maxProperties === undefined || typeof good !== 'object') return [];
  const names = Array.from({ length: maxProperties + 1 }, (_, index) => `name ${index}`);
  return [['too many members', Object.fromEntries(names.map((name) => [name, 'x']))]];
}

function listTexts({ minLength = 0, maxLength, pattern, format, ...schema }: ContractSchema) {
  const texts: [string, string][] = [];
  if (schema.enum) texts.push(['a value that is not listed', 'NOT_LISTED']);
  if (minLength > 0) texts.push(['a text too short', 'x'.repeat(minLength - 1)]);
  if (maxLength !== undefined) texts.push(['a text too long', 'x'.repeat(maxLength + 1)]);
  if (pattern !== undefined) {
    const unfit = NEVER_FITTING.filter((text) => !new RegExp(pattern, 'u').test(text));
    texts.push(...unfit.map((text): [string, string] => ['a text out of pattern', text]));
  }
  if (format === 'date') texts.push(['no date', '2026-02-30'], ['a time', '2026-11-20T00:00:00Z']);
  if (format === 'date-time') texts.push(['no time', 'yesterday'], ['a mere date', '2026-11-20']);
  return texts;
}

function listItems({ minItems = 0, maxItems }: ContractSchema, good: unknown): [string, unknown][] {
  if (!Array.isArray(good)) return [];
  const [first] = good as unknown[];
  const items = (length: number) => Array.from({ length }, () => first);
  return [
    ...(minItems > 0 ? ([['too few items', items(minItems - 1)]] as [string, unknown][]) : []),
    ...(maxItems === undefined
      ? []
      : ([['too many items', items(maxItems + 1)]] as [string, unknown][])),
  ];
}
