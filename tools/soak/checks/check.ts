// What the checks after a soak share: where to look, and how to tell.
import { randomUUID } from 'node:crypto';
import type { OperationName } from '../../../functions/operations/operations.ts';
import type { SampleRequest } from '../../samples/sample.ts';
import { holderOf, perform } from '../intent.ts';
import type { Answer, Body, Intent } from '../intent.ts';
import type { Memory } from '../faults/memory.ts';
import type { Operators } from '../operators.ts';
import type { Stand } from '../test-rig.ts';

export interface Scene {
  readonly stand: Stand;
  readonly operators: Operators;
  readonly memories: readonly Memory[];
}

export interface Checked {
  /** How much was looked at. */
  readonly what: string;
  /** A sentence for everything that is not as it must be. */
  readonly findings: readonly string[];
}

export type Check = (scene: Scene) => Promise<Checked>;

const PAGE = '100';
const AT_ONCE = 8;

/** Asks as one of the tenant who may. */
export function ask(
  { operators }: Pick<Scene, 'operators'>,
  tenant: string,
  operation: OperationName,
  request: SampleRequest = {},
): Promise<Answer> {
  const intent: Intent = { tenant, who: holderOf(operation), operation, key: randomUUID() };
  return perform(operators, { ...intent, ...request });
}

/** Every item of a list, page by page. */
export async function listAll(
  scene: Pick<Scene, 'operators'>,
  tenant: string,
  operation: OperationName,
  path: Readonly<Record<string, string>> = {},
): Promise<Body[]> {
  const items: Body[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
    const { body, status, text, headers } = await ask(scene, tenant, operation, { path, query });
    if (status !== 200) throw new Error(`${operation} was answered ${status} ${text}`);
    items.push(...(Array.isArray(body) ? body : body.items));
    cursor = Array.isArray(body) ? (headers.get('X-Next-Cursor') ?? undefined) : body.next_cursor;
  } while (cursor !== undefined);
  return items;
}

/** A few at once, in order. */
export async function each<One, Result>(
  all: readonly One[],
  work: (one: One) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = all.entries();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [index, one] of left) results[index] = await work(one);
    }),
  );
  return results;
}

/** What one of the two has and the other has not, as sentences. */
export function differences(
  name: string,
  expected: ReadonlySet<string>,
  found: readonly string[],
): string[] {
  const seen = new Set(found);
  const doubled = found.filter((id, index) => found.indexOf(id) !== index);
  return [
    ...[...expected].filter((id) => !seen.has(id)).map((id) => `${name} ${id} is lost`),
    ...[...seen].filter((id) => !expected.has(id)).map((id) => `${name} ${id} was never answered`),
    ...doubled.map((id) => `${name} ${id} is there twice`),
  ];
}
