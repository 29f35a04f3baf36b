// The Lambda that repeats attempts, every minute.
import type { Context } from 'aws-lambda';
import { openStore } from '../ledger/store/store.ts';
import { readLedgerEnvironment, readWebhookReach } from '../runtime/environment.ts';
import { TASK_TIME_BUDGET } from '../runtime/task.ts';
import { recordDeliveries, recordDeliveryFailure } from './delivery-telemetry.ts';
import { DueReader } from './due-reader.ts';
import { retryDueDeliveries } from './retry-due-deliveries.ts';
import type { DeliveryTotals } from './send-deliveries.ts';
import { buildSender } from './sender.ts';

const NAME = 'retry-webhooks';

const sender = buildSender(
  openStore(readLedgerEnvironment(), TASK_TIME_BUDGET),
  readWebhookReach(),
);

const reader = new DueReader();

export async function handler(_event: unknown, context: Context): Promise<DeliveryTotals> {
  const totals = await retryDueDeliveries(sender, {
    remainingMs: () => context.getRemainingTimeInMillis(),
    reader,
    // The lease ends, and the next run tries again.
    onFailure: ({ tenant, delivery: { webhookId, eventId } }, error) =>
      recordDeliveryFailure(NAME, { tenant, webhookId, eventId }, error),
  });
  recordDeliveries(NAME, totals);
  return totals;
}
