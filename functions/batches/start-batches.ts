// Starts the work on a batch from the receipt that accepted it: whatever was committed is started,
// and the name of the execution, which is the batch's, lets it be started once.
import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { streamedEvents } from '../ledger/streamed-receipts.ts';
import type { StreamedEvent } from '../ledger/streamed-receipts.ts';
import { machinesEnvironment } from '../runtime/environment.ts';
import { recordTaskFailure } from '../runtime/telemetry.ts';

/** The machine that each type of event starts. */
const machines = machinesEnvironment();
const client = new SFNClient({ maxAttempts: 5 });

/** Stops at the first record that cannot be started: the stream brings it, and those after, again. */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  for (const record of Records) {
    try {
      for (const event of streamedEvents(record)) await startFrom(event);
    } catch (error) {
      recordTaskFailure({ name: 'startBatches', error });
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] };
    }
  }
  return { batchItemFailures: [] };
}

async function startFrom({ type, tenant, aggregateId: batchId }: StreamedEvent): Promise<void> {
  const stateMachineArn = machines[type];
  if (stateMachineArn === undefined) return;
  const input = JSON.stringify({ tenant, batchId });
  try {
    await client.send(new StartExecutionCommand({ stateMachineArn, name: batchId, input }));
  } catch (error) {
    if (!(error instanceof ExecutionAlreadyExists)) throw error;
  }
}
