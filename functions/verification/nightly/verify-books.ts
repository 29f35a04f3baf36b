// Starts the nightly verification, which its state machine carries on for as long as the ledger needs.
import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { Context, ScheduledEvent } from 'aws-lambda';
import { requireVariable } from '../../runtime/environment.ts';
import { buildTimeBudget } from '../../runtime/time-budget.ts';

const stateMachineArn = requireVariable('VERIFICATION_MACHINE');
const client = new SFNClient(buildTimeBudget({ attempts: 4, milliseconds: 5_000 }));

/** The name of the execution. One call of the rule starts one, however often Lambda repeats it. */
export async function handler(
  { time }: Partial<ScheduledEvent>,
  { awsRequestId }: Context,
): Promise<string> {
  const name = (time ?? awsRequestId).replaceAll(/[^\w-]/g, '-');
  try {
    await client.send(new StartExecutionCommand({ stateMachineArn, name, input: '{}' }));
  } catch (error) {
    if (!(error instanceof ExecutionAlreadyExists)) throw error;
  }
  return name;
}
