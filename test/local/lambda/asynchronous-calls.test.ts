// What becomes of an event that a function of the template does not process.
import { CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { expect, test } from '@jest/globals';
import type { CloudFormationTemplate, JsonObject } from '../../../local/cloudformation/template.ts';
import type { StartOptions } from '../../../local/start/start-options.ts';
import { startFixture } from '../fixture.ts';

const HOUR_MS = 3_600_000;
const ACCOUNT = 'arn:aws:iam::000000000000:role';
const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:failures';
const client = { region: 'us-east-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } };

const trust = (Service: string) => ({
  Statement: [{ Effect: 'Allow', Principal: { Service }, Action: 'sts:AssumeRole' }],
});

function role(name: string, service: string, statements: readonly JsonObject[]) {
  const PolicyDocument = { Statement: [...statements] };
  const Policies = [{ PolicyName: 'Own', PolicyDocument }];
  const AssumeRolePolicyDocument = trust(service);
  return {
    Type: 'AWS::IAM::Role',
    Properties: { RoleName: name, AssumeRolePolicyDocument, Policies },
  };
}

const allow = (Action: string, Resource: string) => ({ Effect: 'Allow', Action, Resource });
const sending = allow('sqs:SendMessage', QUEUE);
const logging = ['logs:CreateLogStream', 'logs:PutLogEvents'].map((action) => allow(action, '*'));

interface Grants {
  readonly maySend: boolean;
  readonly mayKeep: boolean;
}

/** A function whose failures are kept, with the roles of its own and of a schedule. */
const resources = ({ maySend, mayKeep }: Grants): CloudFormationTemplate['Resources'] => ({
  Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'failures' } },
  Group: { Type: 'AWS::Scheduler::ScheduleGroup', Properties: { Name: 'group' } },
  Calls: {
    Type: 'AWS::Lambda::EventInvokeConfig',
    Properties: {
      FunctionName: { Ref: 'failing' },
      Qualifier: '$LATEST',
      MaximumRetryAttempts: 1,
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['Queue', 'Arn'] } } },
    },
  },
  OwnRole: role('own', 'lambda.amazonaws.com', [...logging, ...(maySend ? [sending] : [])]),
  ScheduleRole: role('schedule', 'scheduler.amazonaws.com', [
    allow('lambda:InvokeFunction', '*'),
    ...(mayKeep ? [sending] : []),
  ]),
});

async function fire({
  maySend = true,
  mayKeep = true,
  ...options
}: Partial<Grants & StartOptions>) {
  const own = { Role: `${ACCOUNT}/own` };
  const source = "export const handler = async ({ due }) => { throw new Error('not at ' + due); };";
  const template = resources({ maySend, mayKeep });
  const local = await startFixture({ failing: [source, own] }, template, options);
  const schedules = new SchedulerClient({ ...client, endpoint: local.scheduler.endpoint });
  await schedules.send(
    new CreateScheduleCommand({
      Name: 'hourly',
      GroupName: 'group',
      ScheduleExpression: 'rate(1 hour)',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: {
        Arn: 'arn:aws:lambda:us-east-1:000000000000:function:failing',
        RoleArn: `${ACCOUNT}/schedule`,
        DeadLetterConfig: { Arn: QUEUE },
        Input: '{"due":"noon"}',
      },
    }),
  );
  await local.scheduler.callDue(new Date(Date.now() + 1.5 * HOUR_MS));
  const queues = new SQSClient({ ...client, endpoint: local.queueEndpoint });
  const receive = async () => {
    const { Messages = [] } = await queues.send(
      new ReceiveMessageCommand({ QueueUrl: QUEUE, MaxNumberOfMessages: 10, VisibilityTimeout: 0 }),
    );
    return Messages.map(({ Body = '' }) => JSON.parse(Body) as object);
  };
  const failed = await receive();
  await local.scheduler.callDue(new Date(Date.now() + 30 * HOUR_MS));
  const later = await receive();
  schedules.destroy();
  queues.destroy();
  await local.stop();
  return { failed, later, lines: local.lines };
}

test('an event that fails to the end is in the queue, with the reason', async () => {
  const { failed, lines } = await fire({ enforcesRoles: true });

  expect(failed).toEqual([
    expect.objectContaining({
      requestContext: expect.objectContaining({
        condition: 'RetriesExhausted',
        approximateInvokeCount: 2,
      }),
      requestPayload: { due: 'noon' },
      responsePayload: { errorType: 'Error', errorMessage: 'not at noon' },
    }),
  ]);
  expect(lines.filter((line) => line.includes('attempt 1 of 2'))).toHaveLength(2);
  expect(lines.filter((line) => line.startsWith('Policy: '))).toEqual([]);
});

test('a function whose role may not send to its queue is not called', async () => {
  const { failed, later, lines } = await fire({ enforcesRoles: true, maySend: false });

  expect(lines.filter((line) => line.includes('attempt'))).toEqual([]);
  expect(lines.filter((line) => line.startsWith('Policy: '))[0]).toContain('sqs:SendMessage');
  expect(failed).toEqual([]);
  // A day later the schedule gives up, and keeps its input.
  expect(later).toEqual([{ due: 'noon' }]);
});

test('a schedule whose role may not send to its queue calls nothing', async () => {
  const { failed, lines } = await fire({ enforcesRoles: true, mayKeep: false });

  expect(failed).toEqual([]);
  expect(lines.filter((line) => line.startsWith('Policy: '))[0]).toContain('sqs:SendMessage');
});

test('without a queue that the template has, the runner does not start', async () => {
  const { Calls } = resources({ maySend: true, mayKeep: true });

  await expect(
    startFixture(
      { failing: 'export const handler = () => 1;' },
      {
        Calls: {
          ...Calls,
          Type: 'AWS::Lambda::EventInvokeConfig',
          Properties: {
            ...Calls?.Properties,
            DestinationConfig: { OnFailure: { Destination: 'arn:aws:sqs:us-east-1:0:other' } },
          },
        },
      },
    ),
  ).rejects.toThrow('there is no queue arn:aws:sqs:us-east-1:0:other');
});
