// What the stream brings is started once, however often it brings it, and nothing is passed over.
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { DescribeExecutionCommand, SFNClient } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startFixture } from '../local/fixture.ts';

const ARN = 'arn:aws:states:us-east-1:000000000000:stateMachine:machine';
const machine = {
  Type: 'AWS::StepFunctions::StateMachine',
  Properties: {
    StateMachineName: 'machine',
    DefinitionString: JSON.stringify({
      StartAt: 'Done',
      States: { Done: { Type: 'Pass', End: true } },
    }),
  },
};

type Handler = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;

let local: Awaited<ReturnType<typeof startFixture>>;
let client: SFNClient;
let handler: Handler;
beforeAll(async () => {
  local = await startFixture({}, { Machine: machine });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SFN: local.stepFunctionsEndpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    STATE_MACHINES: JSON.stringify({
      'regulatory_export.requested': ARN,
      'broken.requested': `${ARN}-that-is-not-there`,
    }),
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    POWERTOOLS_METRICS_NAMESPACE: 'Countinghouse/test',
  });
  client = new SFNClient({});
  ({ handler } = (await import('../../functions/batches/start-batches.ts')) as {
    handler: Handler;
  });
});
afterAll(async () => {
  client.destroy();
  await local.stop();
});

const record = (number: string, type: string, batch: string) => ({
  dynamodb: {
    SequenceNumber: number,
    NewImage: {
      PK: { S: 'T#acme#RCP#a-key' },
      events: { L: [{ M: { type: { S: type }, aggregate: { S: batch } } }] },
    },
  },
});

const inputOf = async (name: string) => {
  const executionArn = `${ARN.replace('stateMachine', 'execution')}:${name}`;
  const { input } = await client.send(new DescribeExecutionCommand({ executionArn }));
  return JSON.parse(input ?? '') as unknown;
};

const requested = 'regulatory_export.requested';

test('a receipt starts its batch, and again changes nothing', async () => {
  const Records = [record('1', requested, 'bat_1'), record('2', requested, 'bat_1')];

  expect(await handler({ Records })).toEqual({ batchItemFailures: [] });
  expect(await handler({ Records })).toEqual({ batchItemFailures: [] });
  expect(await inputOf('bat_1')).toEqual({ tenant: 'acme', batchId: 'bat_1' });
});

test('other events, and removals, start nothing', async () => {
  const Records = [record('1', 'regulatory_export.delivered', 'bat_2'), { dynamodb: {} }];

  expect(await handler({ Records })).toEqual({ batchItemFailures: [] });
  await expect(inputOf('bat_2')).rejects.toThrow('no execution');
});

test('it stops at what cannot be started, for the stream to bring it again', async () => {
  const Records = [
    record('1', requested, 'bat_3'),
    record('2', 'broken.requested', 'bat_4'),
    record('3', requested, 'bat_5'),
  ];

  expect(await handler({ Records })).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] });
  expect(await inputOf('bat_3')).toMatchObject({ batchId: 'bat_3' });
  await expect(inputOf('bat_5')).rejects.toThrow('no execution');
});
