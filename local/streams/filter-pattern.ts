// Filter criteria of an event source mapping. A pattern is JSON in the shape of a record; each leaf is
// a list of accepted values and conditions.
import { isObject } from '../cloudformation/template.ts';
import type { Json, JsonObject } from '../cloudformation/template.ts';

/** Whether a record is delivered. */
export type EventFilter = (record: unknown) => boolean;

type ValueTest = (value: unknown) => boolean;

// An unknown condition is refused, because it would accept or exclude every record.
const conditions: Record<string, (operand: Json) => ValueTest> = {
  exists: (wanted) => (value) => (value !== undefined) === wanted,
  prefix: (start) => (value) => typeof value === 'string' && value.startsWith(String(start)),
  suffix: (end) => (value) => typeof value === 'string' && value.endsWith(String(end)),
  'anything-but': (refused) => (value) =>
    value !== undefined && ![refused].flat().some((one) => one === value),
  'equals-ignore-case': (text) => (value) =>
    typeof value === 'string' && value.toLowerCase() === String(text).toLowerCase(),
};

/** Reads `FilterCriteria`; `name` is the name of the mapping, for error messages. */
export function readFilters(name: string, criteria: Json | undefined): EventFilter {
  const filters = isObject(criteria) && Array.isArray(criteria.Filters) ? criteria.Filters : [];
  if (filters.length === 0) return () => true;
  const tests = filters.map((filter) => {
    const pattern = isObject(filter) ? JSON.parse(String(filter.Pattern)) : undefined;
    if (!isObject(pattern)) throw new Error(`${name}: a filter's pattern must be a JSON object.`);
    return buildObjectTest(name, pattern);
  });
  return (record) => tests.some((test) => test(record));
}

function buildObjectTest(name: string, pattern: JsonObject): ValueTest {
  const members = Object.entries(pattern).map(
    ([key, part]) => [key, buildPartTest(name, part)] as const,
  );
  return (value) => {
    const object = isObject(value) ? value : {};
    return members.every(([key, test]) => test(object[key]));
  };
}

function buildPartTest(name: string, part: Json): ValueTest {
  if (isObject(part)) return buildObjectTest(name, part);
  if (!Array.isArray(part)) throw new Error(`${name}: a filter's leaves must be lists.`);
  const tests = part.map((one) => buildLeafTest(name, one));
  return (value) => tests.some((test) => test(value));
}

function buildLeafTest(name: string, leaf: Json): ValueTest {
  if (!isObject(leaf)) return (value) => value === leaf;
  const [[condition = '', operand] = []] = Object.entries(leaf);
  const make = Object.hasOwn(conditions, condition) ? conditions[condition] : undefined;
  const isKnown = condition !== 'anything-but' || !isObject(operand);
  if (make && operand !== undefined && isKnown) return make(operand);
  throw new Error(`${name}: the local runner does not know the filter ${JSON.stringify(leaf)}.`);
}
