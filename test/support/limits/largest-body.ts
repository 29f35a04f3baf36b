// The largest value that a schema allows, in the characters that take the most bytes on the way to the caller: an
// answer is JSON within the JSON of a function's result, so that each of them is escaped twice.
import type { ContractSchema } from '../contract/published-schemas.ts';

/** One byte where it is stored, and four in a function's result. */
const QUOTE = '"';
/** One byte, and seven. */
const CONTROL = '\u0001';
/** No schema says how long the keys of its free members may be; the contract says so for all of them. */
const KEY_CHARACTERS_MAX = 64;

export interface LargestOptions {
  /** The members that name a record or have a grammar of their own; they stay as in the valid value. */
  readonly kept: ReadonlySet<string>;
  /** Text that differs on every call; the ids that a caller chooses start with it. */
  unique(): string;
}

/** The valid value with every text, item and member at its longest and at its most. */
export function buildLargest(
  schema: ContractSchema,
  good: unknown,
  options: LargestOptions,
): unknown {
  if (schema.enum || schema.format) return good;
  if (schema.type === 'string') return buildLongestText(schema, options) ?? good;
  if (schema.type === 'integer' || schema.type === 'number') return schema.maximum ?? good;
  if (schema.type === 'array') return buildMostItems(schema, good, options);
  if (schema.type !== 'object') return good;
  const free = schema.additionalProperties;
  if (typeof free === 'object' && schema.maxProperties !== undefined) {
    return buildMostMembers(free, schema.maxProperties, options);
  }
  return buildMembers(schema, good, options);
}

function buildMembers(schema: ContractSchema, good: unknown, options: LargestOptions) {
  const members = { ...(good as Record<string, unknown>) };
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const isAdded = !Object.hasOwn(members, name) && isFreeText(member);
    const isTaken = Object.hasOwn(members, name) || isAdded || member.maxProperties !== undefined;
    if (!isTaken || options.kept.has(name)) continue;
    members[name] = buildLargest(member, members[name], options);
  }
  return members;
}

function isFreeText({ type, enum: values, format, maxLength }: ContractSchema): boolean {
  return type === 'string' && !values && !format && maxLength !== undefined;
}

/** Undefined where the schema sets no limit or a form of its own. */
function buildLongestText(
  { maxLength, pattern = '' }: ContractSchema,
  { unique }: LargestOptions,
): string | undefined {
  if (maxLength === undefined) return undefined;
  const form = new RegExp(pattern, 'u');
  return [CONTROL, QUOTE, 'x']
    .map((character) => unique().padEnd(maxLength, character).slice(0, maxLength))
    .find((text) => form.test(text));
}

function buildMostItems(
  { items = {}, maxItems, uniqueItems }: ContractSchema,
  good: unknown,
  options: LargestOptions,
) {
  const some = good as readonly unknown[];
  const length = uniqueItems || maxItems === undefined ? some.length : maxItems;
  return Array.from({ length }, (_, index) =>
    buildLargest(items, some[index % some.length], options),
  );
}

function buildMostMembers(member: ContractSchema, count: number, options: LargestOptions) {
  const buildMember = (): [string, unknown] => [
    options.unique().padEnd(KEY_CHARACTERS_MAX, QUOTE),
    buildLargest({ ...member, type: 'string' }, '', options),
  ];
  return Object.fromEntries(Array.from({ length: count }, buildMember));
}
