// The stream brings a receipt once or several times, in any order: the work on a batch starts once.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { startFixture } from '../local/fixture.ts';

const machine = {
  Machine: {
    Type: 'AWS::StepFunctions::StateMachine',
    Properties: {
      StateMachineName: 'machine',
      RoleArn: 'arn:aws:iam::000000000000:role/none',
      DefinitionString: JSON.stringify({
        StartAt: 'Done',
        States: { Done: { Type: 'Pass', End: true } },
      }),
    },
  },
};

type Handler = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;

let local: Awaited<ReturnType<typeof startFixture>>;
let handler: Handler;
beforeAll(async () => {
  local = await startFixture({}, machine);
  const arn = 'arn:aws:states:us-east-1:000000000000:stateMachine:machine';
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SFN: local.stepFunctionsEndpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    STATE_MACHINES: JSON.stringify({
      'legacy_import.requested': arn,
      'regulatory_export.requested': `${arn}-that-is-not-there`,
    }),
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    POWERTOOLS_METRICS_NAMESPACE: 'Countinghouse/test',
  });
  ({ handler } = (await import('../../functions/batches/start-batches.ts')) as {
    handler: Handler;
  });
});
afterAll(() => local.stop());

/** The stream's record of a receipt with one event. */
function record(type: string, batchId: string) {
  const event = { M: { type: { S: type }, aggregate: { S: batchId } } };
  const NewImage = { PK: { S: 'T#acme#RCP#1' }, events: { L: [event] } };
  return { eventName: 'INSERT' as const, dynamodb: { SequenceNumber: `at-${batchId}`, NewImage } };
}

const send = (...records: ReturnType<typeof record>[]) => handler({ Records: records });

async function endedOf(batchId: string): Promise<string[]> {
  const lines = () => local.lines.filter((line) => line.includes(`execution ${batchId} `));
  while (lines().length === 0) await sleep(20);
  await sleep(100);
  return lines();
}

test('a receipt that comes again starts nothing again', async () => {
  const [one, two] = [
    record('legacy_import.requested', 'bat_one'),
    record('legacy_import.requested', 'bat_two'),
  ];

  expect(await send(one, two, one)).toEqual({ batchItemFailures: [] });
  const ended = [await endedOf('bat_one'), await endedOf('bat_two')];
  expect(await send(two, one)).toEqual({ batchItemFailures: [] });

  expect(ended.map((lines) => lines.length)).toEqual([1, 1]);
  expect([await endedOf('bat_one'), await endedOf('bat_two')]).toEqual(ended);
});

test('what starts nothing is passed over', async () => {
  const before = local.lines.length;

  expect(await send(record('legacy_import.completed', 'bat_three'))).toEqual({
    batchItemFailures: [],
  });
  expect(local.lines).toHaveLength(before);
});

test('a batch that cannot be started is brought again with all after it', async () => {
  const lost = record('regulatory_export.requested', 'bat_lost');
  const behind = record('legacy_import.requested', 'bat_behind');

  expect(await send(lost, behind)).toEqual({
    batchItemFailures: [{ itemIdentifier: 'at-bat_lost' }],
  });
  expect(local.lines.some((line) => line.includes('bat_behind'))).toBe(false);
});
