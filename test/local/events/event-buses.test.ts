import { afterAll, expect, test } from '@jest/globals';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { EventBus } from '../../../functions/publisher/event-bus.ts';
import type { DeployedResource } from '../../../local/cloudformation/deployment.ts';
import { buildBusFile, parseBusEvent, startEventBuses } from '../../../local/events/event-buses.ts';
import { followLines } from '../../../local/events/follow-file.ts';
import { temporaryFolder } from '../fixture.ts';

const folder = temporaryFolder();
const accountRegion = { account: '000000000000', region: 'us-east-1' };
const buses = await startEventBuses(
  [{ ref: 'events', ...accountRegion } as DeployedResource],
  folder.path,
);
afterAll(async () => {
  await buses.stop();
  folder.remove();
});

const connection = {
  endpoint: buses.endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
};

const events = (count: number, padding = '') =>
  Array.from({ length: count }, (_, index) => ({
    type: 'thing.happened',
    occurredAt: '2026-01-01T00:00:00.000Z',
    detail: JSON.stringify({ index, padding }),
  }));

function published(): { detail: { index: number } }[] {
  const file = buildBusFile(folder.path, 'events');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.flatMap((line) => (parseBusEvent(line) as { detail: { index: number } }) ?? []);
}

test('appends published events to the bus’s file in order, over several calls', async () => {
  const before = published().length;
  const failed = await new EventBus('events', connection).publish(events(25));

  expect(failed.size).toBe(0);
  const [first] = published();
  expect(
    published()
      .slice(before)
      .map(({ detail }) => detail.index),
  ).toEqual([...Array(25).keys()]);
  expect(first).toMatchObject({
    'detail-type': 'thing.happened',
    source: 'countinghouse',
    time: '2026-01-01T00:00:00.000Z',
    ...accountRegion,
  });
});

test('an event that was cut short, as by a full disk, spoils no other', async () => {
  const file = buildBusFile(folder.path, 'events');
  const before = published().length;
  appendFileSync(file, '{"detail-type":"thing.hap');
  await new EventBus('events', connection).publish(events(2));

  const lines = readFileSync(file, 'utf8').trim().split('\n').slice(before);
  expect(lines.map((line) => parseBusEvent(line)?.detail)).toEqual([
    undefined,
    { index: 0, padding: '' },
    { index: 1, padding: '' },
  ]);
});

test('sends large events in separate calls', async () => {
  const failed = await new EventBus('events', connection).publish(events(3, 'x'.repeat(100_000)));

  expect(failed.size).toBe(0);
});

test('names the events that the bus refuses, with the reason', async () => {
  const failed = await new EventBus('nowhere', connection).publish(events(1));

  expect([...failed.values()].map(({ message }) => message)).toEqual([
    'InvalidArgument: There is no such event bus.',
  ]);
});

test('refuses a call that EventBridge would refuse', async () => {
  const Entries = events(11).map(({ detail: Detail }) => ({ EventBusName: 'events', Detail }));

  await expect(
    new EventBridgeClient(connection).send(new PutEventsCommand({ Entries })),
  ).rejects.toThrow('The request is not a valid PutEvents.');
});

test('a reader that follows the file gets every whole line once, as it arrives', async () => {
  const file = join(folder.path, 'followed.ndjson');
  const stop = new AbortController();
  const seen: string[] = [];
  const following = (async () => {
    for await (const line of followLines(file, { fromBeginning: true, signal: stop.signal })) {
      seen.push(line);
      if (seen.length === 3) stop.abort();
    }
  })();
  appendFileSync(file, 'one\ntw');
  appendFileSync(file, 'o\nthree\n');
  await following;

  expect(seen).toEqual(['one', 'two', 'three']);
});
