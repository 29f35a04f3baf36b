// The members of JSON values by JSON pointers, one a row, so that a reader sees all of them, and what differs
// between two values.

export interface JsonMember {
  readonly path: string;
  readonly value: string;
}

/** A member that only one of two values has, or that differs between them. */
export interface FieldDifference {
  readonly path: string;
  /** Absent if the first value does not have the member. */
  readonly from?: string;
  readonly to?: string;
}

export interface MemberComparison {
  readonly differences: readonly FieldDifference[];
  readonly unchanged: readonly JsonMember[];
}

/** Lists the members of a value to their depth. */
export function listMembers(value: unknown, path: string): readonly JsonMember[] {
  return listLeaves(value, path).map((leaf) => ({
    path: leaf.path,
    value: formatJson(leaf.value),
  }));
}

/** Compares two values member by member; members of the second one come in its order, at the end. */
export function compareMembers(from: unknown, to: unknown): MemberComparison {
  const before = new Map(listLeaves(from, '').map(({ path, value }) => [path, value]));
  const after = new Map(listLeaves(to, '').map(({ path, value }) => [path, value]));
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  const isSame = (path: string) =>
    before.has(path) &&
    after.has(path) &&
    JSON.stringify(before.get(path)) === JSON.stringify(after.get(path));
  return {
    differences: paths
      .filter((path) => !isSame(path))
      .map((path) => {
        const [first, second] = formatPair(before.get(path), after.get(path));
        return {
          path,
          ...(before.has(path) && { from: first }),
          ...(after.has(path) && { to: second }),
        };
      }),
    unchanged: paths.filter(isSame).map((path) => ({ path, value: formatJson(before.get(path)) })),
  };
}

/** Formats a value for reading: text as it is, unless it is empty, and anything else as JSON. */
export function formatJson(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : (JSON.stringify(value) ?? '');
}

/** Writes a name of a member as a part of a JSON pointer. */
export function escapeName(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Finds the value at a JSON pointer; undefined if there is none. */
export function readPointer(value: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1);
  return names.reduce<unknown>((member, part) => {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const isHeld = typeof member === 'object' && member !== null && Object.hasOwn(member, name);
    return isHeld ? (member as Readonly<Record<string, unknown>>)[name] : undefined;
  }, value);
}

interface JsonLeaf {
  readonly path: string;
  readonly value: unknown;
}

function listLeaves(value: unknown, path: string): readonly JsonLeaf[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  const members = Object.entries(value as Readonly<Record<string, unknown>>);
  if (members.length === 0) return [{ path, value }];
  return members.flatMap(([name, member]) => listLeaves(member, `${path}/${escapeName(name)}`));
}

// The text "5" and the number 5 differ: where they would look alike, both are written as JSON.
function formatPair(from: unknown, to: unknown): readonly [string, string] {
  if (formatJson(from) !== formatJson(to)) return [formatJson(from), formatJson(to)];
  return [JSON.stringify(from) ?? '', JSON.stringify(to) ?? ''];
}
