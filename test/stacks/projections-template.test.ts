// The synthesized consumers of the events.
import { beforeAll, expect, test } from '@jest/globals';
import { synthesizeTemplates } from '../support/stack/templates.ts';
import type { SynthesizedTemplates } from '../support/stack/templates.ts';
import { ASSUMPTIONS } from '../../tools/costs/institutions.ts';

let templates: SynthesizedTemplates;
beforeAll(async () => {
  templates = await synthesizeTemplates('production');
});

const ofType = (type: string) => templates.ofType(type, 'projections');

const consumers = ['project-events', 'publish-events'];

test('isolates records that a consumer cannot process, in a queue with an alarm', () => {
  const queues = ofType('AWS::SQS::Queue').map(({ Properties }) => Properties);
  const alarms = templates.ofType('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);

  for (const { Properties } of ofType('AWS::Lambda::EventSourceMapping')) {
    expect(Properties).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumRetryAttempts: 10,
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': expect.anything() } } },
    });
  }
  for (const name of consumers) {
    expect(queues.map(({ QueueName }) => QueueName)).toContain(`production-${name}-failures`);
    for (const watch of ['failures', 'late']) {
      expect(alarms.map(({ AlarmName }) => AlarmName)).toContain(`production-${name}-${watch}`);
    }
  }
  expect(queues.every(({ KmsMasterKeyId }) => KmsMasterKeyId !== undefined)).toBe(true);
});

test('a consumer may only read the stream and write its own records', () => {
  const actions = ofType('AWS::IAM::Role').map(({ Properties }) => {
    const statements = Properties.Policies[0].PolicyDocument.Statement as { Action: string }[];
    return statements
      .flatMap(({ Action }) => Action)
      .filter((action) => !/^(logs|xray|kms):/.test(action))
      .sort();
  });

  const stream = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
  const reading = stream.map((action) => `dynamodb:${action}`);
  expect(actions).toContainEqual(
    [
      ...reading,
      'dynamodb:BatchGetItem',
      'dynamodb:BatchWriteItem',
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'sqs:SendMessage',
    ].sort(),
  );
  const handingOn = ['events:PutEvents', 'sqs:SendMessage', 'states:StartExecution'];
  // It reads the webhooks, and adds and redrives their deliveries.
  const delivering = ['GetItem', 'PutItem', 'Query'].map((action) => `dynamodb:${action}`);
  expect(actions).toContainEqual([...reading, ...delivering, ...handingOn].sort());
});

// The quota of DynamoDB Streams (ADR 041).
test('no more than two functions read the stream', () => {
  const mappings = templates.ofType('AWS::Lambda::EventSourceMapping');
  const all = mappings.map(({ Properties }) => JSON.stringify(Properties.EventSourceArn));
  const streams = all.filter((stream) => stream.includes('Receipts'));

  // The stream of the deliveries has one.
  expect([streams.length, all.length]).toEqual([2, 3]);
  // The costs count the invocations of these functions.
  expect(ASSUMPTIONS.streamConsumers).toBe(BigInt(streams.length));
  expect(new Set(streams).size).toBe(1);
});

test('the function that starts batches is deployed before the state machines and names them', () => {
  const publisher = ofType('AWS::Lambda::Function').find(
    ({ Properties }) => Properties.FunctionName === 'production-publish-events',
  );
  const machines = templates
    .ofType('AWS::StepFunctions::StateMachine', 'batches')
    .map(({ Properties }) => Properties.StateMachineName as string);

  expect(machines).toHaveLength(3);
  const named = JSON.stringify(publisher?.Properties.Environment.Variables.STATE_MACHINES);
  for (const machine of machines) expect(named).toContain(`:stateMachine:${machine}`);
});

test('only the publisher, whose subscribers do not rely on the order, takes batches of a shard at once', () => {
  const factors = ofType('AWS::Lambda::EventSourceMapping').map(({ Properties }) => [
    JSON.stringify(Properties.FunctionName),
    Properties.ParallelizationFactor,
  ]);

  expect(factors).toEqual([
    [expect.stringContaining('projectevents'), undefined],
    [expect.stringContaining('publishevents'), 10],
  ]);
});
