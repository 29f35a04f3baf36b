// What the runner writes, on a disk that is full: every write to /dev/full fails with ENOSPC.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import type { DeployedResource } from '../../../local/cloudformation/deployment.ts';
import type { JsonObject } from '../../../local/cloudformation/template.ts';
import { startEventBuses } from '../../../local/events/event-buses.ts';
import type { Endpoint } from '../../../local/http/endpoint.ts';
import { openFunctionLog } from '../../../local/lambda/function-log.ts';
import { FunctionError } from '../../../local/lambda/function-error.ts';
import { QueueFile } from '../../../local/queues/queue-file.ts';
import { startQueues } from '../../../local/queues/queues.ts';
import { invokeDueSchedules } from '../../../local/schedules/due-schedules.ts';
import { ScheduleStore } from '../../../local/schedules/schedule-store.ts';
import { startSecretsManager } from '../../../local/secrets/secrets-manager.ts';
import { explainDiskFault } from '../../../local/start/disk-fault.ts';
import { replaceFile } from '../../../local/start/replace-file.ts';
import { ExecutionStore } from '../../../local/state-machines/execution-store.ts';
import { LocalMachine } from '../../../local/state-machines/local-machine.ts';
import { EventSource } from '../../../local/streams/event-source.ts';
import type { EventSourceOptions } from '../../../local/streams/event-source.ts';
import type { ShardRecord } from '../../../local/streams/stream-reader.ts';
import { temporaryFolder } from '../fixture.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

/** Fills the disk under one file, until the returned function frees it. */
function fillDisk(file: string): () => void {
  rmSync(file, { force: true });
  symlinkSync('/dev/full', file);
  return () => rmSync(file);
}

test('the output of functions is lost with one warning, and stored again with another', () => {
  const file = join(folder.path, 'full.ndjson');
  const warnings: string[] = [];
  const log = openFunctionLog({ folder: folder.path, warn: (line) => warnings.push(line) });
  const free = fillDisk(file);
  log.write('full', ['lost']);
  log.write('full', ['lost too']);
  free();
  log.write('full', ['stored']);
  log.close();

  expect(warnings).toEqual([
    'The output of the functions is being lost: ENOSPC: no space left on device, write',
    'The output of the functions is stored again.',
  ]);
  expect(readFileSync(file, 'utf8')).toMatch(/^\{"timestamp":"[^"]+","message":"stored"\}\n$/);
});

test('a line of output that was cut short spoils no other', () => {
  const file = join(folder.path, 'torn.ndjson');
  writeFileSync(file, '{"whole":1}\n{"cut');
  const log = openFunctionLog({ folder: folder.path });
  log.write('torn', ['{"next":2}', '{"last":3}']);
  log.close();

  expect(readFileSync(file, 'utf8')).toBe('{"whole":1}\n{"cut\n{"next":2}\n{"last":3}\n');
});

test('the output of a function keeps to two files of a bounded size', () => {
  const log = openFunctionLog({ folder: folder.path, fileBytesMax: 1_000 });
  for (let count = 0; count < 100; count += 1) log.write('much', [`{"count":${count}}`]);
  log.close();
  const [newest, before] = ['much.ndjson', 'much.1.ndjson'].map((name) =>
    join(folder.path, name),
  ) as [string, string];

  expect(readFileSync(newest, 'utf8')).toMatch(/\{"count":99\}\n$/);
  expect(statSync(newest).size).toBeLessThan(1_100);
  expect(statSync(before).size).toBeLessThan(1_100);
});

test('a message that cannot be stored is not in the queue', () => {
  const file = join(folder.path, 'queue.ndjson');
  const queue = new QueueFile(file);
  queue.send('first');
  const free = fillDisk(`${file}.new`);

  expect(() => queue.send('second')).toThrow('ENOSPC');
  expect(queue.length).toBe(1);
  free();
  queue.send('third');
  expect(new QueueFile(file).receive(10, 0).map(({ body }) => body)).toEqual(['first', 'third']);
});

test('a batch that cannot be given up is delivered again, before what follows it', async () => {
  const delivered: string[][] = [];
  const given: string[] = [];
  const passed: string[] = [];
  const number = ({ record }: ShardRecord) => record.dynamodb.SequenceNumber;
  const stream = ['1', '2'].map(
    (SequenceNumber) =>
      ({
        shardId: 'shard',
        record: { dynamodb: { SequenceNumber, ApproximateCreationDateTime: Date.now() / 1_000 } },
      }) as ShardRecord,
  );
  const source = new EventSource({
    settings: {
      name: 'mapping',
      functionName: 'consume',
      batchSize: 1,
      windowMs: 0,
      retriesMax: 0,
      recordAgeMs: Number.POSITIVE_INFINITY,
      filter: () => true,
    } as unknown as EventSourceOptions['settings'],
    reader: { read: async () => stream.splice(0) },
    checkpoint: {
      write: ({ sequenceNumber }) => passed.push(sequenceNumber),
      settled: async () => undefined,
    },
    functions: {
      async invoke(_, event) {
        const numbers = (event as { Records: ShardRecord['record'][] }).Records;
        delivered.push(numbers.map(({ dynamodb }) => dynamodb.SequenceNumber));
        throw new FunctionError('Error', 'The disk is full.');
      },
    },
    async giveUp({ batch }) {
      if (delivered.length === 1) throw new Error('ENOSPC');
      given.push(...batch.map(number));
    },
    log: () => undefined,
  });
  while (passed.length < 2) await sleep(10);
  await source.stop();

  expect(delivered).toEqual([['1'], ['1'], ['2']]);
  expect({ given, passed }).toEqual({ given: ['1', '2'], passed: ['1', '2'] });
});

test('a schedule whose call cannot be stored is called once, and once after a restart', async () => {
  const dataFolder = join(folder.path, 'schedules');
  const store = new ScheduleStore(dataFolder);
  const settings = { ScheduleExpression: 'rate(1 hour)', Target: { Arn: 'export', RoleArn: 'r' } };
  const made = '2026-01-01T00:00:00.000Z';
  const due = '2026-01-01T01:00:00.000Z';
  store.put({ group: 'exports', name: 'hourly', settings, made, changed: made, due });
  let calls = 0;
  const functions = { invoke: async () => ((calls += 1), null) };
  const queues = { send: () => undefined };
  const calling = {
    calledBy: () => functions,
    queues,
    stopping: new AbortController().signal,
    log: () => undefined,
  };
  const free = fillDisk(join(dataFolder, 'schedules.json.new'));
  const now = new Date('2026-01-01T01:00:01.000Z');
  await invokeDueSchedules(store, now, calling);
  await invokeDueSchedules(store, now, calling);
  expect(calls).toBe(1);

  free();
  await invokeDueSchedules(new ScheduleStore(dataFolder), now, calling);
  expect(calls).toBe(2);
});

test('a schedule whose lost call no queue takes is called again, and keeps no other waiting', async () => {
  const dataFolder = join(folder.path, 'lost-calls');
  const store = new ScheduleStore(dataFolder);
  const made = '2026-01-01T00:00:00.000Z';
  const due = '2026-01-01T01:00:00.000Z';
  for (const name of ['failing', 'working']) {
    const Target = { Arn: name, RoleArn: 'r', DeadLetterConfig: { Arn: 'queue' } };
    const settings = { ScheduleExpression: 'rate(1 hour)', Target };
    store.put({ group: 'exports', name, settings, made, changed: made, due });
  }
  const queue = new QueueFile(join(folder.path, 'lost.ndjson'));
  const called: string[] = [];
  const lines: string[] = [];
  const invoke = async (name: string) => {
    called.push(name);
    if (name === 'failing') throw new Error('not now');
    return null;
  };
  const calling = {
    calledBy: () => ({ invoke }),
    queues: { send: (_: string, body: object) => void queue.send(JSON.stringify(body)) },
    stopping: new AbortController().signal,
    log: (line: string) => void lines.push(line),
  };
  const free = fillDisk(join(folder.path, 'lost.ndjson.new'));
  await invokeDueSchedules(store, new Date('2026-01-03T00:00:00.000Z'), calling);
  expect(called).toEqual(['failing', 'working']);
  expect(lines).toContainEqual(expect.stringMatching(/^Schedule failing: .* queue: .*ENOSPC/));

  free();
  await invokeDueSchedules(store, new Date('2026-01-03T00:30:00.000Z'), calling);
  expect({ called, kept: queue.length }).toEqual({
    called: ['failing', 'working', 'failing'],
    kept: 1,
  });
});

/** Calls a local service in the JSON protocol of AWS. */
const callService = ({ endpoint }: Endpoint, target: string, input: object) =>
  fetch(endpoint, {
    method: 'POST',
    headers: { 'x-amz-target': target, 'content-type': 'application/x-amz-json-1.0' },
    body: JSON.stringify(input),
  });

test('the services log why a call fails that the disk does not take', async () => {
  const resource = { ref: 'full', account: '000000000000', region: 'us-east-1' };
  const deployed = resource as DeployedResource;
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const at = (name: string) => {
    mkdirSync(join(folder.path, name));
    return join(folder.path, name);
  };
  const queues = await startQueues([deployed], at('queues'), log);
  const buses = await startEventBuses([deployed], at('buses'), log);
  const secrets = await startSecretsManager({ dataFolder: at('secrets'), log });
  secrets.create('full', '{}');
  for (const file of ['queues/full.ndjson.new', 'buses/full.ndjson', 'secrets/full.json.new'])
    fillDisk(join(folder.path, file));
  const entry = { EventBusName: 'full', Detail: '{}' };
  const secret = { SecretId: 'full', ClientRequestToken: 'new', SecretString: '{}' };

  await expect(callService(queues, 'SQS.SendMessage', { QueueUrl: 'full' })).rejects.toThrow();
  await expect(callService(buses, 'Events.PutEvents', { Entries: [entry] })).rejects.toThrow();
  await expect(callService(secrets, 'Secrets.PutSecretValue', secret)).rejects.toThrow();
  await Promise.all([queues, buses, secrets].map((service) => service.stop()));

  expect(lines).toEqual(
    ['SQS.SendMessage', 'Events.PutEvents', 'Secrets.PutSecretValue'].map((target) =>
      expect.stringMatching(new RegExp(`^${target}: Error: ENOSPC`)),
    ),
  );
});

test('the end of an execution is stored once the disk takes it', async () => {
  const store = new ExecutionStore(join(folder.path, 'executions'));
  const definition: JsonObject = { StartAt: 'Only', States: { Only: { Type: 'Pass', End: true } } };
  const lines: string[] = [];
  let free: (() => void) | undefined;
  const machine = new LocalMachine({
    settings: {
      arn: 'arn:aws:states:r:a:stateMachine:m',
      name: 'm',
      definition,
      tasks: new Map(),
      distributed: new Set(),
    },
    store,
    functions: { invoke: async () => null },
    ended: async () => undefined,
    log(line) {
      lines.push(line);
      free?.();
      free = undefined;
    },
  });
  machine.start('one', '{}');
  free = fillDisk(join(folder.path, 'executions/m/one.json.new'));
  while (store.read('m', 'one')?.status === 'RUNNING') await sleep(20);

  expect(lines[0]).toMatch(/^m: one cannot be stored: Error: ENOSPC/);
  expect(lines[1]).toBe('m: execution one SUCCEEDED');
});

test('a file that cannot be replaced stays as it was', () => {
  const file = join(folder.path, 'demo.json');
  replaceFile(file, 'old');
  fillDisk(`${file}.new`);

  expect(() => replaceFile(file, 'new')).toThrow('ENOSPC');
  expect(readFileSync(file, 'utf8')).toBe('old');
  expect(existsSync(`${file}.new`)).toBe(false);
});

test('a folder that cannot be written is the reason for whatever fails, and one that can is not', () => {
  const dataFolder = join(folder.path, 'data');
  mkdirSync(dataFolder);
  const other = new Error('The application could not be synthesized.');
  expect(explainDiskFault(other, dataFolder)).toBe(other);

  const free = fillDisk(join(dataFolder, 'space.probe'));
  expect(String(explainDiskFault(other, dataFolder))).toMatch(
    /^Error: The data folder .* cannot be written: no space is left on its disk\. Free some space/,
  );
  expect(free).toThrow('ENOENT');
  expect(String(explainDiskFault(other, join(folder.path, 'demo.json')))).toMatch('not a folder');
});
