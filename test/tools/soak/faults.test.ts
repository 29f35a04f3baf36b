// The faults that the soak test injects between the functions, the services and their callers.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import type { DeployedResource } from '../../../local/cloudformation/deployment.ts';
import { buildBusFile, startEventBuses } from '../../../local/events/event-buses.ts';
import { FunctionError } from '../../../local/lambda/function-error.ts';
import type { FunctionRunner } from '../../../local/lambda/functions.ts';
import { disturbCalls } from '../../../tools/soak/faults/disturbed-calls.ts';
import type { CallFault } from '../../../tools/soak/faults/disturbed-calls.ts';
import { addUnprocessed, splitBatch } from '../../../tools/soak/faults/partial-batches.ts';
import { startServiceFaults } from '../../../tools/soak/faults/service-faults.ts';
import type { ServiceFault } from '../../../tools/soak/faults/service-faults.ts';

describe('a batch that is processed in part', () => {
  test('keeps the first half over all tables, and leaves the rest with its options', () => {
    const items = { one: { Keys: [1, 2], ConsistentRead: true }, two: { Keys: [3] } };

    expect(splitBatch(items)).toEqual([
      { one: { Keys: [1, 2], ConsistentRead: true } },
      { two: { Keys: [3] } },
    ]);
    expect(splitBatch({ one: ['a', 'b', 'c'] })).toEqual([{ one: ['a', 'b'] }, { one: ['c'] }]);
  });

  test('is answered with what is left', () => {
    const answer = { status: 200, headers: {}, body: Buffer.from('{"Responses":{"one":[1]}}') };
    const { body } = addUnprocessed(answer, 'BatchGetItem', { two: { Keys: [3] } });

    expect(JSON.parse(body.toString())).toEqual({
      Responses: { one: [1] },
      UnprocessedKeys: { two: { Keys: [3] } },
    });
  });
});

describe('a service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-faults-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function publish(name: string, fault: ServiceFault) {
    const bus = { ref: name, account: '1', region: 'eu-central-1' } as DeployedResource;
    const buses = await startEventBuses([bus], folder);
    const services = await startServiceFaults();
    services.locate({ AWS_ENDPOINT_URL_EVENTBRIDGE: buses.endpoint });
    const calls: string[] = [];
    services.fail((call) => (calls.push(call) === 1 ? fault : undefined));
    const client = new EventBridgeClient({
      endpoint: services.endpoints['AWS_ENDPOINT_URL_EVENTBRIDGE'],
      region: 'eu-central-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    });
    const Entries = ['first', 'second'].map((DetailType) => {
      return { EventBusName: name, Source: 'test', DetailType, Detail: '{}' };
    });
    try {
      const { FailedEntryCount, Entries: answers } = await client.send(
        new PutEventsCommand({ Entries }),
      );
      const lines = readFileSync(buildBusFile(folder, name), 'utf8').trimEnd().split('\n');
      const types = lines.map(
        (line) => (JSON.parse(line) as { 'detail-type': string })['detail-type'],
      );
      return { FailedEntryCount, answers, types, calls };
    } finally {
      client.destroy();
      await services.stop();
      await buses.stop();
    }
  }

  test('rejects one event and publishes the other', async () => {
    const { FailedEntryCount, answers, types } = await publish('partly', 'partly');

    expect(FailedEntryCount).toBe(1);
    expect(answers).toEqual([
      expect.objectContaining({ ErrorCode: 'ThrottlingException' }),
      { EventId: expect.any(String) },
    ]);
    expect(types).toEqual(['second']);
  });

  test('carries out a call whose answer is lost, so that it is repeated', async () => {
    const { types, calls } = await publish('lost', 'lost');

    expect(types).toEqual(['first', 'second', 'first', 'second']);
    expect(calls).toEqual(Array(2).fill('AWS_ENDPOINT_URL_EVENTBRIDGE PutEvents'));
  });

  test('carries out nothing of a call that it declines', async () => {
    const { types } = await publish('declined', { status: 400, error: 'ThrottlingException' });

    expect(types).toEqual(['first', 'second']);
  });
});

function startCalls(fault: CallFault) {
  const events: unknown[] = [];
  const reported: CallFault[] = [];
  /** What the next calls answer, instead of that nothing failed. */
  const answers: ('throws' | readonly string[])[] = [];
  const functions: FunctionRunner = {
    names: ['consumer'],
    async invoke(_, event) {
      events.push(event);
      const answer = answers.shift() ?? [];
      if (answer === 'throws') throw new FunctionError('Error', 'the function failed');
      return { batchItemFailures: answer.map((itemIdentifier) => ({ itemIdentifier })) };
    },
    warm: () => undefined,
    cool: () => undefined,
    workers: () => 0,
    stop: async () => undefined,
  };
  const calls = disturbCalls(functions, (one) => reported.push(one));
  calls.use([fault]);
  return { events, reported, answers, invoke: calls.functions.invoke, use: calls.use };
}

const batch = (...keys: string[]) => ({
  Records: keys.map((S) => ({ dynamodb: { Keys: { PK: { S } }, SequenceNumber: S } })),
});

describe('calls of functions', () => {
  test('deliver the batch before again, and the batch twice', async () => {
    const { events, reported, invoke, use } = startCalls('redelivered');
    use([]);
    await invoke('consumer', batch('a'));
    use(['redelivered']);
    await invoke('consumer', batch('b'));

    expect(events).toEqual([batch('a'), batch('a'), batch('b'), batch('b')]);
    expect(reported).toEqual(['redelivered']);
  });

  test('deliver again what failed of the batch before, until nothing does', async () => {
    const { events, answers, invoke, use } = startCalls('redelivered');
    use([]);
    await invoke('consumer', batch('a', 'b'));
    use(['redelivered']);
    answers.push('throws', ['b']);
    await invoke('consumer', batch('c'));

    const again = [batch('a', 'b'), batch('a', 'b'), batch('b')];
    expect(events).toEqual([batch('a', 'b'), ...again, batch('c'), batch('c')]);
  });

  test('deliver the second shard first, and keep the order within a partition', async () => {
    const { events, reported, invoke } = startCalls('reordered');
    const answer = await invoke('consumer', batch('b', 'a', 'b', 'a'));

    expect(events).toEqual([batch('a', 'a'), batch('b', 'b')]);
    expect(answer).toEqual({ batchItemFailures: [] });
    expect(reported).toEqual(['reordered']);
  });

  test('leave a batch of one shard alone', async () => {
    const { events, reported, invoke } = startCalls('reordered');
    await invoke('consumer', batch('a', 'a'));

    expect(events).toEqual([batch('a', 'a')]);
    expect(reported).toEqual([]);
  });

  test('lose the answer of every second task that was carried out', async () => {
    const { events, invoke } = startCalls('repeated');
    const task = { tenant: 'aurora', batchId: 'bat_1' };

    await expect(invoke('task', task)).rejects.toMatchObject({
      errorType: 'Lambda.ServiceException',
    });
    await expect(invoke('task', task)).resolves.toEqual({ batchItemFailures: [] });
    expect(events).toEqual([task, task]);
  });

  test('of requests stay as they are', async () => {
    const { events, invoke } = startCalls('repeated');
    await invoke('get-account', { httpMethod: 'GET' });

    expect(events).toHaveLength(1);
  });
});
