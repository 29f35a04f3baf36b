// The Lambda that consumes the stream of deliveries: it makes the first attempt of each.
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { PartialItemFailureResponse } from '@aws-lambda-powertools/batch/types';
import type { Context, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { openStore } from '../ledger/store/store.ts';
import { readStreamedDelivery } from '../ledger/webhooks/deliveries.ts';
import type { OwnedDelivery } from '../ledger/webhooks/deliveries.ts';
import { readLedgerEnvironment, readWebhookReach } from '../runtime/environment.ts';
import { TASK_TIME_BUDGET } from '../runtime/task.ts';
import { silentBatchLogger } from '../runtime/telemetry.ts';
import { recordDeliveries, recordDeliveryFailure } from './delivery-telemetry.ts';
import { buildSender, RESERVE_MS } from './sender.ts';
import { sendFreshDeliveries } from './send-fresh-deliveries.ts';

const CONSUMER = 'deliver-webhooks';

const sender = buildSender(
  openStore(readLedgerEnvironment(), TASK_TIME_BUDGET),
  readWebhookReach(),
);

export async function handler(
  event: DynamoDBStreamEvent,
  context: Context,
): Promise<PartialItemFailureResponse> {
  const records = new Map(event.Records.map((record) => [record, readRecord(record)] as const));
  const failed = new Map<OwnedDelivery, unknown>();
  const fresh = [...records.values()].filter((owned) => owned !== undefined);
  const totals = await sendFreshDeliveries(sender, fresh, {
    isOver: () => context.getRemainingTimeInMillis() < RESERVE_MS,
    onFailure: (owned, error) => {
      recordDeliveryFailure(CONSUMER, describe(owned), error);
      failed.set(owned, error);
    },
  });
  recordDeliveries(CONSUMER, totals);
  const settle = async (record: DynamoDBRecord) => {
    const owned = records.get(record);
    if (owned && failed.has(owned)) throw new Error('not attempted', { cause: failed.get(owned) });
  };
  const processor = new BatchProcessor(EventType.DynamoDBStreams, { logger: silentBatchLogger });
  return processPartialResponse(event, settle, processor, {
    context,
    throwOnFullBatchFailure: false,
  });
}

function readRecord({ dynamodb }: DynamoDBRecord): OwnedDelivery | undefined {
  return dynamodb?.NewImage && readStreamedDelivery(dynamodb.NewImage);
}

function describe({ tenant, delivery: { webhookId, eventId } }: OwnedDelivery) {
  return { tenant, webhookId, eventId };
}
