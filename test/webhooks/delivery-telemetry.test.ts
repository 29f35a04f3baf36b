// What a run of deliveries reports for its alarms, and how it reports a failure.
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { DeliveryTotals } from '../../functions/webhooks/send-deliveries.ts';

const STREAMS = [process.stdout, process.stderr];
const writes = STREAMS.map((stream) => stream.write.bind(stream));
const lines: string[] = [];
let recordDeliveries: (consumer: string, totals: DeliveryTotals) => void;
let recordDeliveryFailure: (consumer: string, delivery: object, error: unknown) => void;
beforeAll(async () => {
  Object.assign(process.env, {
    POWERTOOLS_DEV: 'false',
    POWERTOOLS_LOG_LEVEL: 'INFO',
    POWERTOOLS_METRICS_NAMESPACE: 'Countinghouse/test',
  });
  ({ recordDeliveries, recordDeliveryFailure } =
    await import('../../functions/webhooks/delivery-telemetry.ts'));
  const write = (chunk: unknown) => {
    lines.push(String(chunk));
    return true;
  };
  for (const stream of STREAMS) Object.assign(stream, { write });
});
afterEach(() => void lines.splice(0));
afterAll(() => STREAMS.forEach((stream, index) => Object.assign(stream, { write: writes[index] })));

const readLogged = () =>
  lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('counts what was delivered, what was not, and the dead letters that need attention', () => {
  const totals = {
    delivered: 1,
    refused: 20,
    unanswered: 300,
    abandoned: 4_000,
    postponed: 50_000,
  };
  recordDeliveries('retry-webhooks', { ...totals, lost: 600_000 });

  expect(readLogged()).toMatchObject([
    {
      service: 'countinghouse',
      consumer: 'retry-webhooks',
      Delivered: 1,
      Undelivered: 320,
      Abandoned: 4_000,
      DeadLetters: 600_000,
      _aws: {
        CloudWatchMetrics: [
          {
            Namespace: 'Countinghouse/test',
            Dimensions: [['service', 'consumer']],
            Metrics: ['Delivered', 'Undelivered', 'Abandoned', 'DeadLetters'].map((Name) => ({
              Name,
              Unit: 'Count',
            })),
          },
        ],
      },
    },
  ]);
});

test('names a delivery that could not be attempted, as an error with its reason', () => {
  const delivery = { tenant: 'aurora', webhookId: 'whk_1', eventId: 'evt_1' };
  recordDeliveryFailure('deliver-webhooks', delivery, new Error('throttled'));

  expect(readLogged()).toMatchObject([
    { level: 'ERROR', consumer: 'deliver-webhooks', ...delivery, error: { message: 'throttled' } },
  ]);
});
