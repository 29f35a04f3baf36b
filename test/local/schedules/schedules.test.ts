// The local Scheduler, called as the SDK calls it, with a clock that the test controls.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
  UpdateScheduleCommand,
  ValidationException,
} from '@aws-sdk/client-scheduler';
import type { CreateScheduleCommandInput } from '@aws-sdk/client-scheduler';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import type { DeployedResource } from '../../../local/cloudformation/deployment.ts';
import { parseScheduleExpression } from '../../../local/schedules/schedule-expression.ts';
import { startScheduler } from '../../../local/schedules/scheduler.ts';
import type { Scheduler } from '../../../local/schedules/scheduler.ts';
import { temporaryFolder } from '../fixture.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ARN = 'arn:aws:lambda:us-east-1:000000000000:function:export';
const ROLE = 'arn:aws:iam::000000000000:role/scheduler';
const group = { ref: 'exports', account: '000000000000', region: 'us-east-1' } as DeployedResource;

const folder = temporaryFolder();
const calls: { role: string; arn: string; event: unknown }[] = [];
const kept: { queue: string; body: object }[] = [];
let isDown = false;
/** What a call waits for. */
let inProgress: Promise<null> | undefined;
let running: { scheduler: Scheduler; client: SchedulerClient } | undefined;

/** Starts it again on its stored data, too. */
async function start() {
  await running?.scheduler.stop();
  running?.client.destroy();
  const options = { dataFolder: folder.path, log: () => undefined };
  const scheduler = await startScheduler([group], options);
  scheduler.run({
    calledBy: (roleArn) => ({
      async invoke(target, event) {
        if (isDown) throw new Error('not now');
        calls.push({ role: roleArn, arn: target, event });
        return (await inProgress) ?? null;
      },
    }),
    queues: { send: (queue, body) => void kept.push({ queue, body }) },
  });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const { endpoint } = scheduler;
  const client = new SchedulerClient({ endpoint, region: 'us-east-1', credentials });
  running = { scheduler, client };
  return running;
}
afterAll(async () => {
  await running?.scheduler.stop();
  running?.client.destroy();
  folder.remove();
});
beforeEach(() => {
  calls.length = 0;
  kept.length = 0;
  isDown = false;
  inProgress = undefined;
});

const buildKey = (Name: string) => ({ Name, GroupName: 'exports' });
const schedule = (name: string, more: Partial<CreateScheduleCommandInput> = {}) => ({
  ...buildKey(name),
  ScheduleExpression: 'rate(1 hour)',
  FlexibleTimeWindow: { Mode: 'OFF' as const },
  Target: { Arn: ARN, RoleArn: ROLE, Input: '{"due":"<aws.scheduler.scheduled-time>"}' },
  ...more,
});
const after = (milliseconds: number) => new Date(Date.now() + milliseconds);

test('calls its target once when due, with the time', async () => {
  const { scheduler, client } = await start();
  await client.send(new CreateScheduleCommand(schedule('hourly')));
  await scheduler.callDue(after(59 * MINUTE));
  expect(calls).toEqual([]);

  await scheduler.callDue(after(61 * MINUTE));
  await scheduler.callDue(after(61 * MINUTE));
  const due = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  expect(calls).toEqual([{ role: ROLE, arn: ARN, event: { due } }]);

  await scheduler.callDue(after(2 * HOUR + MINUTE));
  expect(calls).toHaveLength(2);
  await client.send(new DeleteScheduleCommand(buildKey('hourly')));
  await scheduler.callDue(after(9 * HOUR));
  expect(calls).toHaveLength(2);
});

test('calls a target once after a restart for what was due meanwhile', async () => {
  const first = await start();
  await first.client.send(new CreateScheduleCommand(schedule('missed')));
  const { scheduler, client } = await start();
  await scheduler.callDue(after(5 * HOUR));
  await scheduler.callDue(after(5 * HOUR));

  expect(calls).toHaveLength(1);
  await client.send(new DeleteScheduleCommand(buildKey('missed')));
});

const AHEAD = '2093-04-05T06:00:00.000Z';
test.each([
  ['made', 'rate(1 hour)', [AHEAD, AHEAD], HOUR + MINUTE],
  ['called', 'cron(0 0 1 * ? *)', ['2026-01-01T00:00:00.000Z', AHEAD], 32 * 24 * HOUR],
  ['tried', 'rate(1 hour)', ['2026-01-01T00:00:00.000Z', '2026-01-01T01:00:00.000Z'], 2 * HOUR],
])('a schedule that was %s while the clock was ahead does not wait for it', async (...row) => {
  const [name, ScheduleExpression, [changed, due], period] = row;
  const settings = schedule(name, { ScheduleExpression });
  const stored = { group: 'exports', name, settings, made: changed, changed, due, retried: AHEAD };
  await running?.scheduler.stop();
  writeFileSync(join(folder.path, 'schedules.json'), JSON.stringify([stored]));
  const { scheduler, client } = await start();
  await scheduler.callDue(after(period));
  await scheduler.callDue(after(2 * period));

  expect(calls).toHaveLength(2);
  await client.send(new DeleteScheduleCommand(buildKey(name)));
});

test('retries a failing target, a minute later at the earliest', async () => {
  const { scheduler, client } = await start();
  await client.send(new CreateScheduleCommand(schedule('failing')));
  isDown = true;
  await scheduler.callDue(after(2 * HOUR));
  isDown = false;
  await scheduler.callDue(after(2 * HOUR + MINUTE / 2));
  expect(calls).toEqual([]);

  await scheduler.callDue(after(2 * HOUR + 2 * MINUTE));
  expect(calls).toHaveLength(1);
  await client.send(new DeleteScheduleCommand(buildKey('failing')));
});

test('awaits a call in progress when it stops, and makes it again at the next start', async () => {
  const { scheduler, client } = await start();
  await client.send(new CreateScheduleCommand(schedule('first')));
  await client.send(new CreateScheduleCommand(schedule('second')));
  const call = Promise.withResolvers<null>();
  inProgress = call.promise;
  const due = after(2 * HOUR);
  const looked = scheduler.callDue(due);
  while (calls.length === 0) await setImmediate();
  let isStopped = false;
  const stopped = scheduler.stop().then(() => (isStopped = true));
  const late = scheduler.callDue(due);
  await sleep(100);
  expect(isStopped).toBe(false);

  call.reject(new Error('the runner is stopping'));
  await Promise.all([looked, late, stopped]);
  expect(calls).toHaveLength(1);

  inProgress = undefined;
  const next = await start();
  await next.scheduler.callDue(due);
  expect(calls).toHaveLength(3);
  await next.client.send(new DeleteScheduleCommand(buildKey('first')));
  await next.client.send(new DeleteScheduleCommand(buildKey('second')));
});

test.each([
  ['a day', undefined, 25],
  ['its own time', { MaximumEventAgeInSeconds: 7_200 }, 3],
])('after %s, a call that was never taken goes to the queue', async (_, RetryPolicy, hours) => {
  const queue = 'arn:aws:sqs:us-east-1:000000000000:export-failures';
  const { scheduler, client } = await start();
  const { Target } = schedule('lost');
  const target = { ...Target, DeadLetterConfig: { Arn: queue }, RetryPolicy };
  await client.send(
    new CreateScheduleCommand(
      schedule('lost', { ScheduleExpression: 'rate(30 days)', Target: target }),
    ),
  );
  const due = 30 * 24 * HOUR;
  isDown = true;
  await scheduler.callDue(after(due + MINUTE));
  expect(kept).toEqual([]);
  await scheduler.callDue(after(due + hours * HOUR));
  await scheduler.callDue(after(due + (hours + 1) * HOUR));

  const input = { due: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) };
  expect(kept).toEqual([{ queue, body: input }]);
  await client.send(new DeleteScheduleCommand(buildKey('lost')));
});

test('returns a schedule as created or changed, and calls nothing while it is disabled', async () => {
  const { scheduler, client } = await start();
  const wanted = schedule('shown', { ScheduleExpression: 'cron(17 3 3 * ? *)' });
  await client.send(new CreateScheduleCommand(wanted));
  expect(await client.send(new GetScheduleCommand(buildKey('shown')))).toMatchObject({
    ...wanted,
    State: 'ENABLED',
    CreationDate: expect.any(Date),
  });

  await client.send(new UpdateScheduleCommand({ ...wanted, State: 'DISABLED' }));
  await scheduler.callDue(after(40 * 24 * HOUR));
  expect(calls).toEqual([]);
  await client.send(new DeleteScheduleCommand(buildKey('shown')));
});

test('refuses as Scheduler does', async () => {
  const { client } = await start();
  await client.send(new CreateScheduleCommand(schedule('taken')));
  const create = (more: Partial<CreateScheduleCommandInput>) =>
    client.send(new CreateScheduleCommand(schedule('other', more)));

  await expect(create({ Name: 'taken' })).rejects.toThrow(ConflictException);
  await expect(create({ GroupName: 'none' })).rejects.toThrow(ResourceNotFoundException);
  for (const when of ['rate(0 hours)', 'cron(0 0 L * ? *)', 'cron(0 0 * *)', 'at(2026-01-01)']) {
    await expect(create({ ScheduleExpression: when })).rejects.toThrow(ValidationException);
  }
  const zone = { ScheduleExpressionTimezone: 'Europe/Paris' };
  await expect(create(zone)).rejects.toThrow(ValidationException);
  for (const Command of [GetScheduleCommand, DeleteScheduleCommand]) {
    const command = new Command(buildKey('unknown')) as GetScheduleCommand;
    await expect(client.send(command)).rejects.toThrow(ResourceNotFoundException);
  }
  await client.send(new DeleteScheduleCommand(buildKey('taken')));
});

test.each([
  ['cron(17 3 3 * ? *)', '2026-11-03T03:16:59Z', '2026-11-03T03:17:00.000Z'],
  ['cron(17 3 3 * ? *)', '2026-11-03T03:17:00Z', '2026-12-03T03:17:00.000Z'],
  ['cron(0 8-10/2,20 ? * MON-WED *)', '2026-11-20T23:00:00Z', '2026-11-23T08:00:00.000Z'],
  ['cron(0/20 8-10/2,20 ? * MON-WED *)', '2026-11-23T08:50:00Z', '2026-11-23T10:00:00.000Z'],
  ['cron(0 0 29 FEB ? *)', '2096-03-01T00:00:00Z', '2104-02-29T00:00:00.000Z'],
  ['cron(0 0 1 1 ? 2020)', '2026-01-01T00:00:00Z', undefined],
  ['rate(2 days)', '2026-01-05T00:00:00Z', '2026-01-07T00:00:00.000Z'],
])('%s is due after %s at %s', (expression, from, wanted) => {
  const made = new Date('2026-01-01T00:00:00Z');
  expect(parseScheduleExpression(expression)(new Date(from), made)?.toISOString()).toBe(wanted);
});
