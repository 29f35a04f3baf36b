// Logs and metrics of deliveries. Addresses of receivers, secrets and bodies are never logged.
import { Logger } from '@aws-lambda-powertools/logger';
import { buildMetrics, toCount } from '../runtime/metrics.ts';
import type { DeliveryTotals } from './send-deliveries.ts';

const logger = new Logger({ serviceName: 'countinghouse' });

/** Logs what came of the deliveries of a run, with the metrics of its alarms. */
export function recordDeliveries(consumer: string, totals: DeliveryTotals): void {
  const metrics = {
    Delivered: toCount(totals.delivered),
    Undelivered: toCount(totals.refused + totals.unanswered),
    Abandoned: toCount(totals.abandoned),
    DeadLetters: toCount(totals.lost),
  };
  const dimensions = ['service', 'consumer'];
  logger.info('delivered', { consumer, ...totals, ...buildMetrics({ dimensions, metrics }) });
}

/** Logs a delivery that could not be attempted for a reason of ours. */
export function recordDeliveryFailure(consumer: string, delivery: object, error: unknown): void {
  logger.error('delivery not attempted', {
    consumer,
    ...delivery,
    error: error instanceof Error ? error : new Error(String(error)),
  });
}
