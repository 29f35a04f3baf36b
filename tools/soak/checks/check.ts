// What the checks after a soak test share: the state that they read, and the form of their findings.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { mapInParallel } from '../../../functions/ledger/in-parallel.ts';
import type { OperationName } from '../../../functions/operations/operations.ts';
import type { SampleRequest } from '../../samples/sample.ts';
import { findPermissionHolder, performIntent } from '../intended-request.ts';
import type { SoakAnswer, AnswerBody, IntendedRequest } from '../intended-request.ts';
import type { Observations } from '../observations.ts';
import type { OperatorClients } from '../operator-clients.ts';
import type { TestRig } from '../test-rig.ts';
import type { SoakWebhooks } from '../webhooks/subscribed-webhooks.ts';
import type { KeptCheckpoints } from './kept-checkpoints.ts';

export interface SoakState {
  readonly rig: TestRig;
  readonly operators: OperatorClients;
  readonly observations: readonly Observations[];
  /** The checkpoints of the evidence logs that were seen while the load ran, by tenant and size. */
  readonly checkpoints: KeptCheckpoints;
  readonly subscribed: SoakWebhooks;
  /** Steps the clock of the runner, in the direction of time. */
  advanceClock(this: void, milliseconds: number): Promise<void>;
}

export interface CheckResult {
  /** What was checked, and how much of it. */
  readonly subject: string;
  /** A sentence for each difference. */
  readonly findings: readonly string[];
}

export type SoakCheck = (state: SoakState) => Promise<CheckResult>;

const PAGE = '100';
const PARALLEL_CHECKS = 8;

/** Sends a request as an operator of the tenant with the permission. */
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

/** As requireAnswer, for a request that must succeed: the body of its answer. */
export async function requireBody(
  state: Pick<SoakState, 'operators'>,
  tenant: string,
  operation: OperationName,
  request: SampleRequest = {},
): Promise<AnswerBody> {
  const { status, text, body } = await requireAnswer(state, tenant, operation, request);
  if (status < 300) return body;
  throw new Error(`${operation} was answered ${status} ${text}`);
}

/** Reads all pages of a list, with the query on each. */
export async function listAllItems(
  state: Pick<SoakState, 'operators'>,
  tenant: string,
  operation: OperationName,
  { path = {}, query: chosen = {} }: Pick<SampleRequest, 'path' | 'query'> = {},
): Promise<AnswerBody[]> {
  const items: AnswerBody[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...chosen, limit: PAGE, ...(cursor !== undefined && { cursor }) };
    const { body, status, text, headers } = await requireAnswer(state, tenant, operation, {
      path,
      query,
    });
    if (status !== 200) throw new Error(`${operation} was answered ${status} ${text}`);
    items.push(...(Array.isArray(body) ? body : body.items));
    cursor = Array.isArray(body) ? (headers.get('X-Next-Cursor') ?? undefined) : body.next_cursor;
  } while (cursor !== undefined);
  return items;
}

/** Repeats the work until it leaves nothing; a long soak leaves more than is done within any fixed time. */
export async function repeatUntil(
  reached: string,
  work: () => Promise<number>,
  { progressTimeoutMs = 240_000, pauseMs = 200 } = {},
): Promise<void> {
  let fewest = Infinity;
  let deadline = Infinity;
  for (let left = await work(); left > 0; left = await work()) {
    if (left < fewest) {
      fewest = left;
      deadline = performance.now() + progressTimeoutMs;
    }
    if (performance.now() > deadline)
      throw new Error(`No nearer in time: ${reached}; at the fewest ${fewest} were left.`);
    await sleep(pauseMs);
  }
}

/** Checks several elements at once; the results keep the order. */
export function checkInParallel<Element, Result>(
  elements: readonly Element[],
  check: (element: Element) => Promise<Result>,
): Promise<Result[]> {
  return mapInParallel(elements, PARALLEL_CHECKS, check);
}

const LOST = 'is lost';
const DOUBLED = 'exists twice';

export interface HarmCounts {
  readonly lost: number;
  readonly doubled: number;
  readonly unexplained: number;
}

/** Counts the findings by what happened to the record; any other finding is unexplained. */
export function countByHarm(findings: readonly string[]): HarmCounts {
  const lost = findings.filter((finding) => finding.endsWith(LOST)).length;
  const doubled = findings.filter((finding) => finding.endsWith(DOUBLED)).length;
  return { lost, doubled, unexplained: findings.length - lost - doubled };
}

/** Describes each id that is missing, unexpected or repeated. */
export function compareIds(
  name: string,
  expected: ReadonlySet<string>,
  found: readonly string[],
): string[] {
  const unique = new Set<string>();
  const repeated: string[] = [];
  for (const id of found) {
    if (unique.has(id)) repeated.push(id);
    unique.add(id);
  }
  return [
    ...[...expected].filter((id) => !unique.has(id)).map((id) => `${name} ${id} ${LOST}`),
    ...[...unique]
      .filter((id) => !expected.has(id))
      .map((id) => `${name} ${id} was never acknowledged`),
    ...repeated.map((id) => `${name} ${id} ${DOUBLED}`),
  ];
}
