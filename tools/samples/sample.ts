// What a good request of an operation is, and the world in which it is one.
import type { OperationName } from '../../functions/operations/operations.ts';

export interface SampleRequest {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A tenant's books, on which samples are called. */
export interface SampleContext {
  /** Calls an operation as one who may, and gives its answer; throws when it is refused. */
  call(name: OperationName, request?: SampleRequest): Promise<unknown>;
  /** What was made under the name, made now when it was not. */
  once(name: string, make: () => Promise<string>): Promise<string>;
  /** Lower-case text that nothing else in the world has. */
  unique(): string;
}

/** Makes the request of an operation, and first all that it needs. It succeeds each time. */
export type Sample = (context: SampleContext) => SampleRequest | Promise<SampleRequest>;

/** A world of the tenant that `call` calls for; `run` tells it from others of the same tenant. */
export function buildSampleContext(
  call: SampleContext['call'],
  run = Date.now().toString(36),
): SampleContext {
  const things = new Map<string, Promise<string>>();
  let count = 0;
  return {
    call,
    once(name, make) {
      const known = things.get(name) ?? make();
      things.set(name, known);
      return known;
    },
    unique: () => `${run}_${(count += 1)}`,
  };
}

/** Calls the operation and gives the id of what it made. */
export async function createSample(
  { call }: SampleContext,
  name: OperationName,
  request: SampleRequest,
): Promise<string> {
  const { id, batchId } = (await call(name, request)) as { id?: string; batchId?: string };
  const known = id ?? batchId;
  if (known === undefined) throw new Error(`${name} gave no id`);
  return known;
}

/** The first page of a list on which something stands. */
export function buildListSample(make: (context: SampleContext) => Promise<unknown>): Sample {
  return async (context) => {
    await make(context);
    return { query: { limit: '20' } };
  };
}
