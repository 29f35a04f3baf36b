// Which function a rule of the template calls when an execution has failed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { expect, test } from '@jest/globals';
import type { JsonObject, CloudFormationTemplate } from '../../../local/cloudformation/template.ts';
import type { LocalDeployment } from '../../../local/start/start.ts';
import { startFixture, temporaryFolder } from '../fixture.ts';

const MACHINE_ARN = 'arn:aws:states:us-east-1:000000000000:stateMachine:machine';

// Errors of the interpreter itself cannot be caught: no branch of this choice matches.
const states = {
  Choose: {
    Type: 'Choice',
    Choices: [{ Variable: '$.ends', BooleanEquals: true, Next: 'Done' }],
  },
  Done: { Type: 'Pass', End: true },
};

const resources = (rule: JsonObject = {}): CloudFormationTemplate['Resources'] => ({
  Machine: {
    Type: 'AWS::StepFunctions::StateMachine',
    Properties: {
      StateMachineName: 'machine',
      RoleArn: 'arn:aws:iam::000000000000:role/none',
      DefinitionString: JSON.stringify({ StartAt: 'Choose', States: states }),
    },
  },
  Ended: {
    Type: 'AWS::Events::Rule',
    Properties: {
      EventPattern: {
        source: ['aws.states'],
        'detail-type': ['Step Functions Execution Status Change'],
        detail: { status: ['FAILED', 'TIMED_OUT', 'ABORTED'], stateMachineArn: [MACHINE_ARN] },
      },
      Targets: [{ Arn: { 'Fn::GetAtt': ['watch', 'Arn'] }, Id: 'Target0' }],
      ...rule,
    },
  },
});

// The first call fails, as one to a busy store may.
const WATCH = `let calls = 0;
export const handler = async ({ detail: { name, status, input } }) => {
  calls += 1;
  if (calls === 1) throw new Error('not now');
  console.log('heard', name, status, input);
};`;

async function start(local: LocalDeployment, name: string, input: object): Promise<void> {
  const client = new SFNClient({
    endpoint: local.stepFunctionsEndpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const execution = { stateMachineArn: MACHINE_ARN, name, input: JSON.stringify(input) };
  await client.send(new StartExecutionCommand(execution));
  client.destroy();
}

test('reports an uncaught failure of an execution, and retries until the report succeeds', async () => {
  const local = await startFixture({ watch: WATCH }, resources(), { verbose: true });
  const ended = async (name: string) => {
    const isSo = (line: string) => line.includes(`execution ${name} `);
    while (!local.lines.some(isSo)) await sleep(20);
  };
  await start(local, 'good', { ends: true });
  await ended('good');
  await start(local, 'bad', { ends: false });
  await ended('bad');
  const heard = local.lines.filter((line) => line.includes('heard'));
  await local.stop();

  expect(heard).toHaveLength(1);
  expect(heard[0]).toContain('heard bad FAILED {"ends":false}');
  expect(local.lines.filter((line) => line.includes('attempt 1 of 3 failed'))).toHaveLength(1);
});

const QUEUE: CloudFormationTemplate['Resources'] = {
  Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'failures' } },
  Calls: {
    Type: 'AWS::Lambda::EventInvokeConfig',
    Properties: {
      FunctionName: { Ref: 'watch' },
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['Queue', 'Arn'] } } },
    },
  },
};

test('a report that the end of the runner interrupts is no failure, and is repeated', async () => {
  const data = temporaryFolder();
  const options = { dataFolder: data.path, verbose: true };
  const slow = `export const handler = () => {
    console.log('heard');
    return new Promise((resolve) => setTimeout(resolve, 60_000));
  };`;
  const first = await startFixture({ watch: slow }, { ...resources(), ...QUEUE }, options);
  await start(first, 'bad', { ends: false });
  while (!first.lines.some((line) => line.includes('heard'))) await sleep(20);
  await first.stop();
  // An attempt that is still to come would now end.
  await sleep(4_000);
  const failures = join(data.path, 'queues/failures.ndjson');
  expect(existsSync(failures) ? readFileSync(failures, 'utf8') : '').toBe('');

  const second = await startFixture({ watch: WATCH }, { ...resources(), ...QUEUE }, options);
  while (!second.lines.some((line) => line.includes('heard bad FAILED'))) await sleep(20);
  await second.stop();
  data.remove();
});

test.each<[string, JsonObject]>([
  ['another source', { EventPattern: { source: ['aws.s3'] } }],
  ['an input of its own', { Targets: [{ Arn: 'watch', Id: 'a', Input: '{}' }] }],
])('does not start with %s, which it does not support', async (_, rule) => {
  await expect(startFixture({ watch: WATCH }, resources(rule))).rejects.toThrow('the local runner');
});
