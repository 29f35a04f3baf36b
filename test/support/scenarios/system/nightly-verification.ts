// The nightly verification on the running template: the function of the schedule, and its state machine.
import { setTimeout as sleep } from 'node:timers/promises';
import { DescribeExecutionCommand, SFNClient } from '@aws-sdk/client-sfn';
import type { DescribeExecutionOutput } from '@aws-sdk/client-sfn';
import type { LocalDeployment } from '../../../../local/start/start.ts';

const READ_EVERY_MS = 100;

/** Calls the function as the rule does, and answers the name of the execution. */
export async function startNightlyVerification(local: LocalDeployment): Promise<string> {
  return String(await local.functions.invoke('test-verify-books', {}));
}

/** The execution once it has ended. */
export async function waitForVerification(
  local: LocalDeployment,
  name: string,
): Promise<DescribeExecutionOutput> {
  const { stepFunctionsEndpoint: endpoint } = local;
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new SFNClient({ endpoint, region: 'us-east-1', credentials });
  const executionArn = `arn:aws:states:us-east-1:000000000000:execution:test-verify-ledger:${name}`;
  try {
    for (;;) {
      const execution = await client.send(new DescribeExecutionCommand({ executionArn }));
      if (execution.status !== 'RUNNING') return execution;
      await sleep(READ_EVERY_MS);
    }
  } finally {
    client.destroy();
  }
}

/** What the last task has answered, or why the execution has failed. */
export async function runNightlyVerification(local: LocalDeployment): Promise<object> {
  const execution = await waitForVerification(local, await startNightlyVerification(local));
  const { status, output, error, cause } = execution;
  return { status, error, cause, ...(output !== undefined && (JSON.parse(output) as object)) };
}
