// A task takes as long as its function: Step Functions sets it no limit, unless the definition does.
import { afterEach, expect, jest, test } from '@jest/globals';
import type { JsonObject } from '../../../local/cloudformation/template.ts';
import { readMachineSettings } from '../../../local/state-machines/definition.ts';
import { ExecutionStore } from '../../../local/state-machines/execution-store.ts';
import type { ExecutionStatus } from '../../../local/state-machines/execution-store.ts';
import { LocalMachine } from '../../../local/state-machines/local-machine.ts';
import { temporaryFolder } from '../fixture.ts';

const HOURS_20_MS = 20 * 3_600_000;

function readSettings(task: JsonObject) {
  const reading = {
    Type: 'Task',
    Resource: 'arn:aws:lambda:us-east-1:000000000000:function:read',
    End: true,
    ...task,
  };
  const processor = { StartAt: 'Read', States: { Read: reading } };
  const each = { Type: 'Map', ItemsPath: '$.shards', ItemProcessor: processor, End: true };
  const definition = { StartAt: 'Each', States: { Each: each } };
  return readMachineSettings({
    type: 'AWS::StepFunctions::StateMachine',
    logicalId: 'Machine',
    stackName: 'batches',
    account: '000000000000',
    region: 'us-east-1',
    ref: 'arn:aws:states:us-east-1:000000000000:stateMachine:machine',
    properties: { DefinitionString: JSON.stringify(definition) },
    asset: () => '',
  });
}

/** Runs the task, whose function answers after 20 hours. */
async function runLongTask(task: JsonObject): Promise<{ calls: number; status?: ExecutionStatus }> {
  const folder = temporaryFolder();
  const store = new ExecutionStore(folder.path);
  const called = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let calls = 0;
  const invoke = async () => {
    calls += 1;
    called.resolve();
    return new Promise<JsonObject>((resolve) => {
      setTimeout(() => resolve({ lines: '7' }), HOURS_20_MS);
    });
  };
  const machine = new LocalMachine({
    settings: readSettings(task),
    store,
    functions: { invoke },
    ended: async () => undefined,
    // The runner says so when the end is stored.
    log: () => ended.resolve(),
  });
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  machine.start('one', JSON.stringify({ shards: ['a'] }));
  await called.promise;
  await jest.advanceTimersByTimeAsync(HOURS_20_MS);
  await ended.promise;
  const { status } = machine.describe('one');
  folder.remove();
  return { calls, status };
}

afterEach(() => {
  jest.useRealTimers();
});

test('a task without a limit is called once, however long it takes', async () => {
  expect(await runLongTask({})).toEqual({ calls: 1, status: 'SUCCEEDED' });
});

test('a task with a limit fails when it takes longer', async () => {
  expect(await runLongTask({ TimeoutSeconds: 900 })).toEqual({ calls: 1, status: 'FAILED' });
});
