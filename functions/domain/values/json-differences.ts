// The differences between two JSON values, each with a JSON pointer.
import { isDeepStrictEqual } from 'node:util';
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
  if (isDeepStrictEqual(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) =>
      listJsonDifferences(before[name], after[name], `${path}/${escapePointer(name)}`),
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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
