import { expect, test } from '@jest/globals';
import { FunctionError } from '../../../local/lambda/function-error.ts';
import { deliverBatch } from '../../../local/streams/batch-delivery.ts';
import type { DeliveryOptions, AbandonedBatch } from '../../../local/streams/batch-delivery.ts';
import type { ShardRecord } from '../../../local/streams/stream-reader.ts';
import type { Json } from '../../../local/cloudformation/template.ts';

const now = () => Math.floor(Date.now() / 1_000);

function records(numbers: number[], at = now()): ShardRecord[] {
  return numbers.map((number) => ({
    shardId: 'shard-1',
    record: {
      eventID: String(number),
      eventName: 'INSERT',
      eventSource: 'aws:dynamodb',
      eventSourceARN: 'arn',
      eventVersion: '1.1',
      awsRegion: 'us-east-1',
      dynamodb: { ApproximateCreationDateTime: at, SequenceNumber: String(number) },
    },
  }));
}

const numbersOf = (batch: ShardRecord[]) =>
  batch.map(({ record }) => Number(record.dynamodb.SequenceNumber));

type NumbersHandler = (numbers: number[]) => Json;

/** Delivers the batch to the handler and returns all calls and failures. */
async function delivered(
  batch: ShardRecord[],
  handler: NumbersHandler,
  settings: Partial<DeliveryOptions['settings']> = {},
  pausesMax = 20,
) {
  const invoked: number[][] = [];
  const done: number[] = [];
  const givenUp: AbandonedBatch[] = [];
  const pauses: number[] = [];
  await deliverBatch(batch, {
    settings: {
      retriesMax: 2,
      recordAgeMs: Number.POSITIVE_INFINITY,
      bisects: false,
      reportsItemFailures: false,
      ...settings,
    },
    async invoke({ Records }) {
      const numbers = numbersOf(
        (Records as ShardRecord['record'][]).map((record) => ({ record, shardId: '' })),
      );
      invoked.push(numbers);
      return handler(numbers);
    },
    done: (last) => done.push(...numbersOf([last])),
    giveUp: async (failed) => void givenUp.push(failed),
    async pause(milliseconds) {
      pauses.push(milliseconds);
      return pauses.length <= pausesMax;
    },
  });
  return { invoked, done, givenUp, pauses };
}

const poison = (bad: number) => (numbers: number[]) => {
  if (numbers.includes(bad)) throw new FunctionError('Error', 'poison');
  return null;
};

const reporting = (bad: number[]) => (numbers: number[]) => ({
  batchItemFailures: numbers
    .filter((number) => bad.includes(number))
    .map((number) => ({ itemIdentifier: String(number) })),
});

test('delivers a successful batch once', async () => {
  const { invoked, done, givenUp } = await delivered(records([1, 2, 3]), () => null);

  expect({ invoked, done, givenUp }).toEqual({ invoked: [[1, 2, 3]], done: [3], givenUp: [] });
});

test('retries a failing batch with growing pauses, then gives up the whole batch', async () => {
  const { invoked, done, givenUp, pauses } = await delivered(records([1, 2, 3]), poison(2));

  expect(invoked).toEqual([
    [1, 2, 3],
    [1, 2, 3],
    [1, 2, 3],
  ]);
  expect(pauses).toEqual([100, 200]);
  expect(givenUp.map(({ condition, invocations }) => [condition, invocations])).toEqual([
    ['RetryAttemptsExhausted', 3],
  ]);
  expect(givenUp[0]?.error).toBe('Error: poison');
  expect(done).toEqual([3]);
});

test('bisecting isolates the one failing record, in order, and gives up only that one', async () => {
  const { invoked, done, givenUp } = await delivered(records([1, 2, 3, 4, 5, 6, 7, 8]), poison(6), {
    bisects: true,
    retriesMax: 1,
  });

  expect(givenUp.map(({ batch }) => numbersOf(batch))).toEqual([[6]]);
  expect(done).toEqual([4, 5, 6, 8]);
  expect(invoked).toEqual([
    [1, 2, 3, 4, 5, 6, 7, 8],
    [1, 2, 3, 4],
    [5, 6, 7, 8],
    [5, 6],
    [5],
    [6],
    [6],
    [7, 8],
  ]);
});

test('retries from the lowest reported record of a partial failure', async () => {
  const settings = { reportsItemFailures: true, bisects: true, retriesMax: 1 };
  const { invoked, done, givenUp } = await delivered(
    records([1, 2, 3, 4]),
    reporting([2, 4]),
    settings,
  );

  expect(invoked).toEqual([
    [1, 2, 3, 4],
    [2, 3, 4],
  ]);
  expect(done).toEqual([1, 4]);
  expect(givenUp.map(({ batch, error }) => [numbersOf(batch), error])).toEqual([
    [[2, 3, 4], undefined],
  ]);
});

test('a failure that names no record of the batch fails the whole batch', async () => {
  const settings = { reportsItemFailures: true, retriesMax: 0 };
  const { done, givenUp } = await delivered(
    records([1, 2]),
    () => ({ batchItemFailures: [{ itemIdentifier: '' }] }),
    settings,
  );

  expect(givenUp.map(({ batch }) => numbersOf(batch))).toEqual([[1, 2]]);
  expect(done).toEqual([2]);
});

test('ignores what a function reports unless the mapping asks for it', async () => {
  const { givenUp, done } = await delivered(records([1, 2]), reporting([1]));

  expect({ givenUp, done }).toEqual({ givenUp: [], done: [2] });
});

test('gives up records beyond their maximum age without a call', async () => {
  const batch = [...records([1, 2], now() - 600), ...records([3])];
  const { invoked, givenUp } = await delivered(batch, () => null, {
    recordAgeMs: 60_000,
  });

  expect(givenUp.map(({ condition, batch: old }) => [condition, numbersOf(old)])).toEqual([
    ['RecordAgeExceeded', [1, 2]],
  ]);
  expect(invoked).toEqual([[3]]);
});

test('without a limit, retries for ever and holds back later batches', async () => {
  const settings = { retriesMax: Number.POSITIVE_INFINITY };
  const { invoked, done, givenUp, pauses } = await delivered(
    records([1, 2]),
    poison(1),
    settings,
    9,
  );

  expect(invoked).toHaveLength(10);
  expect({ done, givenUp }).toEqual({ done: [], givenUp: [] });
  expect(pauses.at(-1)).toBe(10_000);
});
