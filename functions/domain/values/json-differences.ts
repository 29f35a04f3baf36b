// The differences between two JSON values, each with a JSON pointer.
import { escapePointer } from './json-pointers.ts';

/** A member that differs; `from` is absent if it is new, `to` if it is removed. */
export interface JsonDifference {
  readonly path: string;
  readonly from?: unknown;
  readonly to?: unknown;
}

/** Lists the members that differ, in their order; a list is compared as a whole. */
export function listJsonDifferences(
  before: unknown,
  after: unknown,
  path = '',
): readonly JsonDifference[] {
  if (isSameJson(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) =>
      listJsonDifferences(
        readMember(before, name),
        readMember(after, name),
        `${path}/${escapePointer(name)}`,
      ),
    );
  }
  return [
    {
      path,
      ...(before !== undefined && { from: before }),
      ...(after !== undefined && { to: after }),
    },
  ];
}

function isSameJson(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((part, at) => isSameJson(part, other[at]));
  }
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = Object.keys({ ...one, ...other });
  return names.every((name) => isSameJson(readMember(one, name), readMember(other, name)));
}

// Every object inherits members such as __proto__, which are none of its own.
function readMember(value: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
