// What becomes of the call of a schedule that is in progress when the runner ends.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { afterAll, expect, test } from '@jest/globals';
import type { CloudFormationTemplate } from '../../../local/cloudformation/template.ts';
import type { LocalDeployment } from '../../../local/start/start.ts';
import { startFixture, temporaryFolder } from '../fixture.ts';

const HOUR_MS = 3_600_000;
const STOP_MAX_MS = 10_000;

const resources: CloudFormationTemplate['Resources'] = {
  Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'failures' } },
  Group: { Type: 'AWS::Scheduler::ScheduleGroup', Properties: { Name: 'group' } },
  Calls: {
    Type: 'AWS::Lambda::EventInvokeConfig',
    Properties: {
      FunctionName: { Ref: 'export' },
      Qualifier: '$LATEST',
      MaximumRetryAttempts: 2,
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['Queue', 'Arn'] } } },
    },
  },
};

const STARTED = "console.log('started');";
const SLEEPING = `export const handler = async () => {
  ${STARTED}
  await new Promise((resolve) => setTimeout(resolve, 60_000));
};`;
const FAILING = `export const handler = async () => {
  ${STARTED}
  throw new Error('not now');
};`;
const WORKING = "export const handler = async ({ due }) => console.log('exported', due);";

const data = temporaryFolder();
afterAll(data.remove);

function start(name: string, source: string) {
  const options = { dataFolder: join(data.path, name), verbose: true };
  return startFixture({ export: source }, resources, options);
}

async function createSchedule({ scheduler: { endpoint } }: LocalDeployment): Promise<void> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new SchedulerClient({ endpoint, region: 'us-east-1', credentials });
  await client.send(
    new CreateScheduleCommand({
      Name: 'monthly',
      GroupName: 'group',
      ScheduleExpression: 'rate(1 hour)',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: {
        Arn: 'arn:aws:lambda:us-east-1:000000000000:function:export',
        RoleArn: 'arn:aws:iam::000000000000:role/schedule',
        Input: '{"due":"noon"}',
      },
    }),
  );
  client.destroy();
}

function readData(name: string, file: string): string {
  const path = join(data.path, name, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

test.each([
  ['runs', SLEEPING, 'started'],
  ['waits for its next attempt', FAILING, 'attempt 2 of 3 failed'],
])(
  'a call that %s when the runner stops is made again at the next start',
  async (name, source, line) => {
    const first = await start(name, source);
    await createSchedule(first);
    const stored = readData(name, 'schedules/schedules.json');
    const due = new Date(Date.now() + 1.5 * HOUR_MS);
    const called = first.scheduler.callDue(due);
    while (!first.lines.some((one) => one.includes(line))) await sleep(10);
    const stoppedAt = performance.now();
    await first.stop();
    const stopMs = performance.now() - stoppedAt;
    await called;

    expect(readData(name, 'schedules/schedules.json')).toBe(stored);
    expect(readData(name, 'queues/failures.ndjson')).toBe('');
    expect(stopMs).toBeLessThan(STOP_MAX_MS);

    const second = await start(name, WORKING);
    await second.scheduler.callDue(due);
    await second.stop();
    expect(second.lines.filter((one) => one.includes('exported noon'))).toHaveLength(1);
    expect(readData(name, 'schedules/schedules.json')).not.toBe(stored);
  },
);
