// Calls functions as Lambda and Step Functions do when they fail themselves: a batch of a stream arrives
// again, two shards advance differently, the answer of a task is lost.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../../../local/cloudformation/template.ts';
import { FunctionError } from '../../../local/lambda/function-error.ts';
import type { FunctionRunner } from '../../../local/lambda/functions.ts';
import { findFirstFailure, readItemFailures } from '../../../local/streams/batch-delivery.ts';

/**
 * `redelivered`: after the poller of a stream moved, the batch before arrives again, and the batch twice.
 * `reordered`: the records are those of two shards, of which the second is delivered first.
 * `repeated`: a task of a state machine is carried out, but its answer is lost, so that it is repeated.
 */
export type CallFault = 'redelivered' | 'reordered' | 'repeated';

export interface DisturbedCalls {
  readonly functions: FunctionRunner;
  /** The faults from now on. */
  use(faults: readonly CallFault[]): void;
}

interface StreamEvent {
  readonly Records: readonly StreamEventRecord[];
}
interface StreamEventRecord {
  readonly dynamodb: {
    readonly Keys?: { readonly PK?: { readonly S?: string } };
    readonly SequenceNumber?: string;
  };
}

type Invoke = FunctionRunner['invoke'];

const REPEATS_MAX = 200;
const REPEAT_PAUSE_MS = 200;

/** Each fault takes its turn, so that all in use happen; every other call is left alone. */
export function disturbCalls(
  functions: FunctionRunner,
  report: (fault: CallFault, what: string) => void,
): DisturbedCalls {
  let active: readonly CallFault[] = [];
  let count = 0;
  const before = new Map<string, StreamEvent>();
  const invoke: Invoke = async (name, event) => {
    const usable = active.filter((fault) => suits(fault, event));
    if (usable.length > 0) count += 1;
    const fault = count % 2 === 0 ? undefined : usable[Math.floor(count / 2) % usable.length];
    const previous = before.get(name);
    if (isStreamBatch(event)) before.set(name, event);
    if (fault === undefined) return functions.invoke(name, event);
    report(fault, name);
    if (fault === 'reordered') return deliverShards(functions.invoke, name, event as StreamEvent);
    if (fault === 'redelivered' && previous) await deliverAgain(functions.invoke, name, previous);
    const answer = await functions.invoke(name, event);
    if (fault === 'redelivered') return functions.invoke(name, event);
    throw new FunctionError('Lambda.ServiceException', `The answer ${typeof answer} was lost.`);
  };
  return {
    functions: { ...functions, invoke },
    use: (faults) => {
      active = faults;
    },
  };
}

function suits(fault: CallFault, event: unknown): boolean {
  if (fault === 'repeated') return 'batchId' in (Object(event) as object);
  if (!isStreamBatch(event)) return false;
  return fault === 'redelivered' || new Set(event.Records.map(isInSecond)).size === 2;
}

function isStreamBatch(event: unknown): event is StreamEvent {
  const { Records: records } = Object(event) as Partial<StreamEvent>;
  return records?.[0]?.dynamodb !== undefined;
}

/** As Lambda does, what fails is repeated: the consumer lists it as failing until it has applied it. */
async function deliverAgain(invoke: Invoke, name: string, batch: StreamEvent): Promise<void> {
  let records = batch.Records;
  for (let count = 0; records.length > 0 && count < REPEATS_MAX; count += 1) {
    if (count > 0) await sleep(REPEAT_PAUSE_MS);
    records = records.slice(await countApplied(invoke, name, records));
  }
}

/** How many records, from the first on, need no repetition. */
async function countApplied(
  invoke: Invoke,
  name: string,
  records: StreamEvent['Records'],
): Promise<number> {
  try {
    const sequence = records.map(({ dynamodb }) => dynamodb.SequenceNumber);
    const answer = await invoke(name, { Records: records });
    return findFirstFailure(answer, sequence) ?? records.length;
  } catch (error) {
    if (!(error instanceof FunctionError)) throw error;
    return 0;
  }
}

/** Delivers the records of the second shard first; those of one partition key stay in order. */
async function deliverShards(
  invoke: Invoke,
  name: string,
  { Records: records }: StreamEvent,
): Promise<Json> {
  const shards = Object.groupBy(records, (record) => (isInSecond(record) ? 'second' : 'first'));
  const failures: Json[] = [];
  for (const part of [shards.second, shards.first]) {
    if (part === undefined) continue;
    failures.push(...readItemFailures(await invoke(name, { Records: part })));
  }
  return { batchItemFailures: failures };
}

function isInSecond({ dynamodb: { Keys: keys } }: StreamEventRecord): boolean {
  const text = keys?.PK?.S ?? '';
  return [...text].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 2 === 1;
}
