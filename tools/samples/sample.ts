// A sample builds a valid request of an operation; its context creates the records that the request needs.
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationName } from '../../functions/operations/operations.ts';

export interface SampleRequest {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** How often a sample reads what it waits for: a read costs more than the moments that it saves. */
const READ_EVERY_MS = 300;

/** Work behind a request is done within moments; faults may keep it for minutes. */
const BACKGROUND_TIMEOUT_MS = 600_000;

interface WaitTimes {
  readonly timeoutMs?: number;
  readonly pauseMs?: number;
  /** The error when the time is up. */
  readonly late: string;
}

/** Looks again and again until there is something, and returns it. */
export async function waitFor<Found>(
  find: () => Promise<Found | undefined>,
  { timeoutMs = BACKGROUND_TIMEOUT_MS, pauseMs = READ_EVERY_MS, late }: WaitTimes,
): Promise<Found> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(late);
    await sleep(pauseMs);
  }
}

/** The tenant whose operations the samples call. */
export interface SampleContext {
  /**
   * Calls an operation with the needed permission and returns its answer; throws when it is refused. The
   * Idempotency-Key is a new one unless it is given.
   */
  call(name: OperationName, request?: SampleRequest, key?: string): Promise<unknown>;
  /** The id of the record with this name in the context; the first call creates the record. */
  once(name: string, create: () => Promise<string>): Promise<string>;
  /** Lower-case text that differs on every call. */
  unique(): string;
}

/** Builds a request that succeeds, after creating the records that it needs. */
export type Sample = (context: SampleContext) => SampleRequest | Promise<SampleRequest>;

/** The context of the tenant for which `call` calls; `run` distinguishes contexts of the same tenant. */
export function buildSampleContext(
  call: SampleContext['call'],
  run = Date.now().toString(36),
): SampleContext {
  const records = new Map<string, Promise<string>>();
  let count = 0;
  return {
    call,
    once(name, create) {
      const id = records.get(name) ?? create();
      records.set(name, id);
      return id;
    },
    unique: () => `${run}_${(count += 1)}`,
  };
}

/** Calls the operation and returns the id of the created record. */
export async function createSample(
  { call }: SampleContext,
  name: OperationName,
  request: SampleRequest,
): Promise<string> {
  const { id, batchId } = (await call(name, request)) as { id?: string; batchId?: string };
  const created = id ?? batchId;
  if (created === undefined) throw new Error(`${name} returned no id.`);
  return created;
}

/** The first page of a list, after `create` has added a record to it. */
export function buildListSample(create: (context: SampleContext) => Promise<unknown>): Sample {
  return async (context) => {
    await create(context);
    return { query: { limit: '20' } };
  };
}
