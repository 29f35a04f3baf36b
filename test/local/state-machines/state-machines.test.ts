import { setTimeout as sleep } from 'node:timers/promises';
import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { DescribeExecutionOutput } from '@aws-sdk/client-sfn';
import { expect, test } from '@jest/globals';
import type { JsonObject } from '../../../local/cloudformation/template.ts';
import type { StartOptions } from '../../../local/start/start-options.ts';
import type { LocalDeployment } from '../../../local/start/start.ts';
import { startFixture, temporaryFolder } from '../fixture.ts';

const arn = (name: string) => `arn:aws:states:us-east-1:000000000000:stateMachine:${name}`;
const run = (name: string) => `arn:aws:states:us-east-1:000000000000:execution:machine:${name}`;

const task = (name: string, more: JsonObject = {}): JsonObject => ({
  Type: 'Task',
  Resource: `arn:aws:lambda:us-east-1:000000000000:function:${name}`,
  ...more,
});

const machine = (states: JsonObject, more: JsonObject = {}) => ({
  Machine: {
    Type: 'AWS::StepFunctions::StateMachine',
    Properties: {
      StateMachineName: 'machine',
      RoleArn: 'arn:aws:iam::000000000000:role/none',
      DefinitionString: JSON.stringify({
        StartAt: Object.keys(states)[0] ?? '',
        States: states,
        ...more,
      }),
    },
  },
});

type FixtureFunctions = Parameters<typeof startFixture>[0];

const start = async (
  functions: FixtureFunctions,
  states: JsonObject,
  more: Partial<StartOptions> = {},
) => {
  const local = await startFixture(functions, machine(states), more);
  return { ...local, client: clientOf(local), stop: local.stop };
};

const clientOf = ({ stepFunctionsEndpoint: endpoint }: LocalDeployment) =>
  new SFNClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });

const begin = (client: SFNClient, name: string, input: unknown = {}) =>
  client.send(
    new StartExecutionCommand({
      stateMachineArn: arn('machine'),
      name,
      input: JSON.stringify(input),
    }),
  );

async function ended(client: SFNClient, name: string): Promise<DescribeExecutionOutput> {
  for (;;) {
    const execution = await client.send(new DescribeExecutionCommand({ executionArn: run(name) }));
    if (execution.status !== 'RUNNING') return execution;
    await sleep(20);
  }
}

const DOUBLE = 'export const handler = async ({ value }) => ({ value: 2 * value });';

test('runs the definition of the template with the functions of the template', async () => {
  const states = {
    Each: {
      Type: 'Map',
      ItemsPath: '$.values',
      ItemSelector: { 'value.$': '$$.Map.Item.Value', 'name.$': '$$.Execution.Name' },
      MaxConcurrency: 2,
      ItemProcessor: { StartAt: 'Double', States: { Double: task('double', { End: true }) } },
      End: true,
    },
  };
  const { client, stop } = await start({ double: DOUBLE }, states);

  const { executionArn } = await begin(client, 'one', { values: [1, 2, 3] });
  const { output, status } = await ended(client, 'one');

  expect(executionArn).toBe(run('one'));
  expect(status).toBe('SUCCEEDED');
  expect(JSON.parse(output ?? '')).toEqual([{ value: 2 }, { value: 4 }, { value: 6 }]);
  await stop();
});

test('a name can be used once', async () => {
  const states = { Double: task('double', { End: true }) };
  const { client, stop } = await start({ double: DOUBLE }, states);
  await begin(client, 'once', { value: 1 });
  await ended(client, 'once');

  await expect(begin(client, 'once', { value: 1 })).rejects.toThrow(
    expect.objectContaining({ name: 'ExecutionAlreadyExists' }),
  );
  await expect(begin(client, 'no/path')).rejects.toThrow(
    expect.objectContaining({ name: 'InvalidName' }),
  );
  await expect(ended(client, 'never')).rejects.toThrow(
    expect.objectContaining({ name: 'ExecutionDoesNotExist' }),
  );
  await stop();
});

const FAILING = `export const handler = async () => {
  throw Object.assign(new Error('no room'), { name: 'Full' });
};`;

test('catches a failed task by its error name, with the details as the cause', async () => {
  const caught = { ErrorEquals: ['Full'], ResultPath: '$.failure', Next: 'Tell' };
  const states = {
    Fill: task('failing', { End: true, Catch: [caught] }),
    Tell: { Type: 'Pass', End: true },
  };
  const { client, stop } = await start({ failing: FAILING }, states);

  await begin(client, 'caught');
  const { failure } = JSON.parse((await ended(client, 'caught')).output ?? '');

  expect(failure.Error).toBe('Full');
  expect(JSON.parse(failure.Cause)).toEqual({ errorType: 'Full', errorMessage: 'no room' });
  await stop();
});

test('an uncaught error fails the execution', async () => {
  const { client, stop } = await start(
    { failing: FAILING },
    { Fill: task('failing', { End: true }) },
  );

  await begin(client, 'failed');

  expect(await ended(client, 'failed')).toMatchObject({
    status: 'FAILED',
    error: 'Full',
    cause: expect.stringContaining('no room'),
  });
  await stop();
});

test('continues running executions after a restart and loses none', async () => {
  const folder = temporaryFolder();
  const states = {
    Double: task('double', { Next: 'Pause' }),
    Pause: { Type: 'Wait', SecondsPath: '$.value', End: true },
  };
  const options = { dataFolder: folder.path };
  const before = await start({ double: DOUBLE }, states, options);
  await begin(before.client, 'quick', { value: 0 });
  const quick = await ended(before.client, 'quick');
  await begin(before.client, 'slow', { value: 30 });
  await before.stop();

  // A killed runner leaves the same file: nothing is written when it stops.
  const pause = 'export const handler = async () => ({ value: 0 });';
  const after = await start({ double: pause }, states, options);
  const slow = await ended(after.client, 'slow');

  expect(slow).toMatchObject({ status: 'SUCCEEDED', input: '{"value":30}' });
  expect(await ended(after.client, 'quick')).toMatchObject({ stopDate: quick.stopDate });
  await after.stop();
  folder.remove();
});

/** A map whose items are executions of their own on AWS. */
const distributed = (more: JsonObject = {}, ofTask: JsonObject = {}): JsonObject => ({
  Type: 'Map',
  ItemsPath: '$.values',
  ItemSelector: { 'value.$': '$$.Map.Item.Value' },
  MaxConcurrency: 2,
  ItemProcessor: {
    ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
    StartAt: 'Double',
    States: { Double: task('double', { End: true, ...ofTask }) },
  },
  End: true,
  ...more,
});

test('runs the items of a distributed map', async () => {
  const { client, stop } = await start({ double: DOUBLE }, { Each: distributed() });

  await begin(client, 'one', { values: [1, 2, 3] });
  const { output, status } = await ended(client, 'one');

  expect(status).toBe('SUCCEEDED');
  expect(JSON.parse(output ?? '')).toEqual([{ value: 2 }, { value: 4 }, { value: 6 }]);
  await stop();
});

const refused: [string, JsonObject][] = [
  ['JSONata', { One: task('double', { QueryLanguage: 'JSONata', End: true }) }],
  ['Assign', { One: { Type: 'Pass', Assign: {}, End: true } }],
  ['handles Full', { One: distributed({ Catch: [{ ErrorEquals: ['Full'], Next: 'One' }] }) }],
  [
    'read the context of their execution',
    { One: distributed({}, { Parameters: { 'name.$': '$$.Execution.Name' } }) },
  ],
  ['ResultWriter', { One: distributed({ ResultWriter: {} }) }],
  [
    'HeartbeatSeconds',
    {
      One: {
        Type: 'Parallel',
        End: true,
        Branches: [
          { StartAt: 'Two', States: { Two: task('x', { HeartbeatSeconds: 1, End: true }) } },
        ],
      },
    },
  ],
  ['sqs', { One: { Type: 'Task', Resource: 'arn:aws:states:::sqs:sendMessage', End: true } }],
];

test.each(refused)('does not start with %s, which it does not support', async (what, states) => {
  await expect(start({ double: DOUBLE }, states)).rejects.toThrow(what);
});
