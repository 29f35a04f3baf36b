// How events come to a bus that takes only so much of a call, or rejects a part of it for a while.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { EventBus } from '../../functions/publisher/event-bus.ts';
import type { Endpoint } from '../../local/http/endpoint.ts';
import { startJsonService } from '../../local/http/json-service.ts';
import { ServiceError } from '../../local/http/service-error.ts';

const REJECTED = { ErrorCode: 'ThrottlingException', ErrorMessage: 'Rate exceeded' };

/** The details of the entries of each call. */
const calls: string[][] = [];
/** Whether the bus takes the entry in the call of this number, from 1. */
let takes: (detail: string, call: number) => boolean;
let service: Endpoint;
let bus: EventBus;
beforeAll(async () => {
  service = await startJsonService({
    PutEvents({ Entries }) {
      const details = (Entries as { Detail: string }[]).map(({ Detail }) => Detail);
      const call = calls.push(details);
      if (details.includes('lost')) throw new ServiceError('InternalException', 'Try again.');
      const entries = details.map((one) => (takes(one, call) ? { EventId: one } : REJECTED));
      const failed = entries.filter((one) => 'ErrorCode' in one).length;
      return { FailedEntryCount: failed, Entries: entries };
    },
  });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const { endpoint } = service;
  bus = new EventBus('events', { endpoint, region: 'us-east-1', credentials });
});
beforeEach(() => {
  calls.length = 0;
  takes = () => true;
});
afterAll(() => service.stop());

/** Publishes these and returns those that failed, each with the reason. */
async function publish(...details: string[]): Promise<[detail: string, reason: string][]> {
  const occurredAt = '2026-11-20T19:24:42.417Z';
  const all = details.map((detail) => ({ type: 'account.created', occurredAt, detail }));
  return [...(await bus.publish(all))].map(([{ detail }, error]) => [detail, error.message]);
}

test('sends again what the bus rejected, and nothing else, until it takes that', async () => {
  takes = (detail, call) => detail === 'a' || call > (detail === 'b' ? 1 : 2);

  expect(await publish('a', 'b', 'c')).toEqual([]);
  expect(calls).toEqual([['a', 'b', 'c'], ['b', 'c'], ['c']]);
});

test('names what the bus rejected to the end, with its reason, and publishes what is behind it', async () => {
  takes = (detail) => detail !== 'b';
  const behind = Array.from({ length: 9 }, (_, index) => `behind ${index}`);

  expect(await publish('a', 'b', ...behind)).toEqual([['b', 'ThrottlingException: Rate exceeded']]);
  expect(calls.filter((details) => details.includes('b'))).toHaveLength(4);
  expect(calls.at(-1)).toEqual(['behind 8']);
});

test('names all of a call that failed, with the reason, and none of another', async () => {
  const before = Array.from({ length: 10 }, (_, index) => `before ${index}`);

  expect(await publish(...before, 'beside', 'lost')).toEqual([
    ['beside', 'Try again.'],
    ['lost', 'Try again.'],
  ]);
  expect(calls).toEqual([before, ...Array.from({ length: 4 }, () => ['beside', 'lost'])]);
});

test('puts no more into a call than EventBridge takes, in bytes and in entries', async () => {
  const [large, alike] = ['x'.repeat(100_000), 'ä'.repeat(50_000)];
  const small = Array.from({ length: 23 }, (_, index) => `small ${index}`);
  await publish(large, alike, large, alike, ...small);

  expect(calls).toEqual([
    [large, alike],
    [large, alike, ...small.slice(0, 8)],
    small.slice(8, 18),
    small.slice(18),
  ]);
});
