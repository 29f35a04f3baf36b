// What asynchronous functions did not process is in a queue, and someone has to look at it.
import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Stage } from '../../config/stages.ts';
import { buildFailureQueueName, FAILURES_KEPT_DAYS } from '../lambda/kept-failures.ts';
import type { StreamConsumer } from '../lambda/stream-consumer.ts';
import { ONCE } from './alarm-rule.ts';
import type { AlarmRule, AlarmRules } from './alarm-rule.ts';
import {
  buildFunctionMetric,
  buildSumMetric,
  buildTotalMetric,
  MINUTE,
  numberAlarm,
  numberMetrics,
  splitForAlarms,
} from './metrics.ts';

/** What is lost to users while a message of these functions is in their queue. */
const ASYNCHRONOUS = {
  'request-scheduled-export':
    'A monthly export was not requested, and an authority may be waiting for it.',
  'fail-ended-batch': 'A batch whose execution has ended stays RUNNING, and its requester waits.',
  'fail-ended-period-close':
    'A period whose closing has ended stays as it was, and cannot be closed again.',
  'verify-books': 'A night passed without verification: a wrong balance would go unnoticed.',
  'seal-receipts': 'A run of the sealing was lost; the evidence log catches up with the next one.',
  'retry-webhooks': 'A run of the retries of webhooks was lost; the next one does its work.',
  'rotate-identity-keys':
    'A rotation of the signing keys, or the daily check of their age, failed.',
};

/** Of a stage with a canary. */
const CANARY = {
  'run-canary': 'Nothing. A run of the canary was lost, so a fault is noticed later.',
};

interface WatchedQueue {
  /** Of its function. */
  readonly name: string;
  readonly queue: string;
  readonly impact: string;
}

/** Half a week before SQS deletes a message. */
const UNATTENDED_SECONDS = Duration.days(FAILURES_KEPT_DAYS - 4).toSeconds();

/** The alarms of the queues of asynchronous functions and of the consumers of streams. */
export function buildQueueAlarms(stage: Stage, consumers: readonly StreamConsumer[]): AlarmRules {
  const queues: readonly WatchedQueue[] = [
    ...consumers.map(({ name, failures, impact }) => {
      return { name, queue: failures.queueName, impact: impact.lost };
    }),
    ...Object.entries({ ...ASYNCHRONOUS, ...(stage.canary !== 'none' && CANARY) }).map(
      ([name, impact]) => {
        return { name, queue: `${stage.name}-${buildFailureQueueName(name)}`, impact };
      },
    ),
  ];
  const waiting = queues.map(({ name, queue, impact }) => {
    const metric = buildQueueMetric(queue, 'ApproximateNumberOfMessagesVisible');
    const rule: AlarmRule = { ...ONCE, metric, threshold: 1, impact };
    return [buildFailureQueueName(name), rule] as const;
  });
  return {
    ...Object.fromEntries(waiting),
    ...Object.fromEntries(
      splitForAlarms(queues).flatMap((some, index) => [
        [numberAlarm('failures-unattended', index), buildUnattendedRule(some)],
        [numberAlarm('failures-undelivered', index), buildUndeliveredRule(stage, some)],
      ]),
    ),
  };
}

function buildUnattendedRule(queues: readonly WatchedQueue[]): AlarmRule {
  const ages = queues.map(({ queue }) => buildQueueMetric(queue, 'ApproximateAgeOfOldestMessage'));
  return {
    ...ONCE,
    metric: new MathExpression({
      expression: `MAX([${ages.map((_, index) => `FILL(m${index}, 0)`).join(', ')}])`,
      usingMetrics: { ...numberMetrics(ages) },
      period: MINUTE,
      label: 'age of the oldest message',
    }),
    threshold: UNATTENDED_SECONDS,
    impact: 'What a function failed to do is about to be forgotten: its message ends in days.',
  };
}

function buildUndeliveredRule(stage: Stage, queues: readonly WatchedQueue[]): AlarmRule {
  const undelivered = queues.map(({ name }) =>
    buildFunctionMetric(stage, name, 'DestinationDeliveryFailures'),
  );
  return {
    ...ONCE,
    metric: buildTotalMetric(numberMetrics(undelivered), 'not delivered to their queue'),
    threshold: 1,
    impact: 'What a function failed to do is in no queue: find it in the log of the function.',
  };
}

function buildQueueMetric(QueueName: string, metricName: string): Metric {
  return buildSumMetric('AWS/SQS', metricName, { QueueName }).with({ statistic: 'Maximum' });
}
