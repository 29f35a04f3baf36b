// The data folder: its lock, which several runners try to take at once, and what a fresh start deletes.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { afterAll, expect, test } from '@jest/globals';
import type { CloudFormationTemplate } from '../../../local/cloudformation/template.ts';
import { QueueFile } from '../../../local/queues/queue-file.ts';
import { ScheduleStore } from '../../../local/schedules/schedule-store.ts';
import { SecretFile } from '../../../local/secrets/secret-file.ts';
import { emptyDataFolder, lockDataFolder } from '../../../local/start/data-folder.ts';
import { readParameters } from '../../../local/start/stack-parameters.ts';
import { ExecutionStore } from '../../../local/state-machines/execution-store.ts';
import { StreamCheckpoint } from '../../../local/streams/stream-checkpoint.ts';
import { startFixture, table, temporaryFolder } from '../fixture.ts';

const SOURCE = join(import.meta.dirname, '../../../local/start/data-folder.ts');
const RUNNERS = 6;
const ROUNDS = 60;

const data = temporaryFolder();
const runners: ChildProcess[] = [];
afterAll(() => {
  runners.forEach((runner) => runner.kill('SIGKILL'));
  data.remove();
});

function startProgram(body: string): ChildProcess {
  const program = `import { lockDataFolder } from ${JSON.stringify(SOURCE)};\n${body}`;
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program];
  const runner = spawn(process.execPath, flags, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  runners.push(runner);
  return runner;
}

/** Locks each folder that it receives, at the time that it receives with it. */
const LOCKER = `process.on('message', ({ folder, at }) => {
  while (Date.now() < at);
  try {
    lockDataFolder(folder);
    process.send('locked');
  } catch (error) {
    process.send(error.message);
  }
});
process.send('ready');`;

const receive = async (runner: ChildProcess) => String((await once(runner, 'message'))[0]);

async function findDeadProcess(): Promise<number> {
  const ended = spawn('true');
  await once(ended, 'close');
  return Number(ended.pid);
}

test('of several runners that start at once, one locks the folder', async () => {
  const lockers = Array.from({ length: RUNNERS }, () => startProgram(LOCKER));
  await Promise.all(lockers.map(receive));
  const dead = await findDeadProcess();
  const outcomes: string[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const folder = join(data.path, `round-${round}`);
    mkdirSync(folder);
    // Every third folder has no lock, the others that of a killed runner.
    if (round % 3 > 0) writeFileSync(join(folder, 'runner.pid'), `${dead}\n`);
    const answers = lockers.map(receive);
    lockers.forEach((runner) => runner.send({ folder, at: Date.now() + 10 }));
    outcomes.push(await Promise.all(answers));
    expect(readdirSync(folder)).toEqual(['runner.pid']);
  }

  expect(outcomes.map((all) => all.filter((one) => one === 'locked').length)).toEqual(
    outcomes.map(() => 1),
  );
  const refusals = outcomes.flat().filter((one) => one !== 'locked');
  expect(refusals.filter((one) => !one.startsWith('Another runner (process '))).toEqual([]);
});

test('a folder can be locked after runners were killed at any moment', async () => {
  const folder = join(data.path, 'killed');
  const body = `process.send('ready');
for (;;) {
  try {
    lockDataFolder(${JSON.stringify(folder)})();
  } catch {}
}`;
  for (let round = 0; round < 3; round += 1) {
    const started = Array.from({ length: 4 }, () => startProgram(body));
    await Promise.all(started.map(receive));
    await sleep(100);
    const ended = started.map((runner) => once(runner, 'exit'));
    started.forEach((runner) => runner.kill('SIGKILL'));
    await Promise.all(ended);

    lockDataFolder(folder)();
    expect(existsSync(join(folder, 'runner.pid'))).toBe(false);
  }
});

test('a lock without a process, as after a loss of power, is taken over', () => {
  const folder = join(data.path, 'empty');
  mkdirSync(folder);
  writeFileSync(join(folder, 'runner.pid'), '');
  lockDataFolder(folder);

  expect(readFileSync(join(folder, 'runner.pid'), 'utf8')).toBe(`${process.pid}\n`);
});

test('a runner removes no lock but its own', () => {
  const folder = join(data.path, 'own');
  const file = join(folder, 'runner.pid');
  const unlock = lockDataFolder(folder);
  // As a user may do who deletes the lock and starts another runner.
  writeFileSync(file, '1\n');
  unlock();

  expect(readFileSync(file, 'utf8')).toBe('1\n');
});

const RESOURCES: CloudFormationTemplate['Resources'] = {
  Table: table,
  Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'failures' } },
  Bucket: { Type: 'AWS::S3::Bucket', Properties: {} },
  Group: { Type: 'AWS::Scheduler::ScheduleGroup', Properties: { Name: 'group' } },
  Secret: {
    Type: 'AWS::SecretsManager::Secret',
    Properties: { GenerateSecretString: { SecretStringTemplate: '{}' } },
  },
};

async function createSchedule(endpoint: string): Promise<void> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new SchedulerClient({ endpoint, region: 'us-east-1', credentials });
  await client.send(
    new CreateScheduleCommand({
      Name: 'monthly',
      GroupName: 'group',
      ScheduleExpression: 'rate(30 days)',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: { Arn: 'arn:aws:lambda:us-east-1:0:function:export', RoleArn: 'role' },
    }),
  );
  client.destroy();
}

test('a fresh start deletes what the services have stored, and nothing else', async () => {
  const folder = join(data.path, 'fresh');
  const source = "export const handler = () => console.log('called');";
  const local = await startFixture({ export: source }, RESOURCES, { dataFolder: folder });
  await createSchedule(local.scheduler.endpoint);
  await local.functions.invoke('export', {});
  await local.stop();
  expect(readdirSync(folder)).toEqual(
    expect.arrayContaining(['dynamodb', 'log', 's3', 'schedules', 'secrets']),
  );
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  emptyDataFolder(folder);

  expect(readdirSync(folder)).toEqual(['notes.txt']);
});

test.each<[string, (file: string) => unknown]>([
  ['mapping.json', (file) => new StreamCheckpoint(file, 'arn').read()],
  ['parameters.json', (file) => readParameters(dirname(file), [])],
  ['schedules.json', (file) => new ScheduleStore(dirname(file))],
  ['queue.ndjson', (file) => new QueueFile(file)],
  ['secret.json', (file) => new SecretFile(dirname(file), 'secret').describe()],
  ['machine/execution.json', (file) => new ExecutionStore(join(file, '../..')).running('machine')],
])('a torn %s is named, and nothing is taken for lost', (name, read) => {
  const file = join(data.path, 'torn', name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '{"pos');

  expect(() => read(file)).toThrow(`${file} is damaged:`);
  expect(readFileSync(file, 'utf8')).toBe('{"pos');
});
