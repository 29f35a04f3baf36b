// What the checks after a soak share: where to look, and how to tell.
import { randomUUID } from 'node:crypto';
import type { OperationName } from '../../../functions/operations/operations.ts';
import type { SampleRequest } from '../../samples/sample.ts';
import { findPermissionHolder, performIntent } from '../intended-request.ts';
import type { SoakAnswer, AnswerBody, IntendedRequest } from '../intended-request.ts';
import type { Observations } from '../faults/observations.ts';
import type { OperatorClients } from '../operator-clients.ts';
import type { TestRig } from '../test-rig.ts';

export interface SoakState {
  readonly rig: TestRig;
  readonly operators: OperatorClients;
  readonly observations: readonly Observations[];
}

export interface CheckResult {
  /** How much was looked at. */
  readonly subject: string;
  /** A sentence for everything that is not as it must be. */
  readonly findings: readonly string[];
}

export type SoakCheck = (scene: SoakState) => Promise<CheckResult>;

const PAGE = '100';
const PARALLEL_CHECKS = 8;

/** Asks as one of the tenant who may. */
export function requireAnswer(
  { operators }: Pick<SoakState, 'operators'>,
  tenant: string,
  operation: OperationName,
  request: SampleRequest = {},
): Promise<SoakAnswer> {
  const intent: IntendedRequest = {
    tenant,
    username: findPermissionHolder(operation),
    operation,
    key: randomUUID(),
  };
  return performIntent(operators, { ...intent, ...request });
}

/** Every item of a list, page by page. */
export async function listAllItems(
  scene: Pick<SoakState, 'operators'>,
  tenant: string,
  operation: OperationName,
  path: Readonly<Record<string, string>> = {},
): Promise<AnswerBody[]> {
  const items: AnswerBody[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
    const { body, status, text, headers } = await requireAnswer(scene, tenant, operation, {
      path,
      query,
    });
    if (status !== 200) throw new Error(`${operation} was answered ${status} ${text}`);
    items.push(...(Array.isArray(body) ? body : body.items));
    cursor = Array.isArray(body) ? (headers.get('X-Next-Cursor') ?? undefined) : body.next_cursor;
  } while (cursor !== undefined);
  return items;
}

/** A few at once, in order. */
export async function mapInParallel<One, Result>(
  all: readonly One[],
  work: (one: One) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = all.entries();
  await Promise.all(
    Array.from({ length: PARALLEL_CHECKS }, async () => {
      for (const [index, one] of left) results[index] = await work(one);
    }),
  );
  return results;
}

/** What one of the two has and the other has not, as sentences. */
export function compareIds(
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
