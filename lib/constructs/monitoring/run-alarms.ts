// Work that a schedule starts: an alarm is on when it was not done, whatever kept it from being started.
import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { buildScheduleGroupName } from '../../config/stages.ts';
import type { Stage } from '../../config/stages.ts';
import { ONCE } from './alarm-rule.ts';
import type { AlarmRule, AlarmRules, AlarmWindow } from './alarm-rule.ts';
import { buildOwnMetric, buildSumMetric, buildTotalMetric, MINUTE } from './metrics.ts';

/**
 * Two runs are in any 54 hours, so that at most seven of nine periods are without one. When one is missing
 * it is eight, within six hours of its time.
 */
const DAILY = { period: Duration.hours(6), datapoints: 8, periods: 9 };

/** Also the longest run ends twice in this time. */
const EACH_MINUTE = { period: MINUTE, datapoints: 24, periods: 25 };

interface Rhythm extends AlarmWindow {
  readonly period: Duration;
}

/** The alarms of what does not run, and of schedules that could not call their function. */
export function buildRunAlarms(stage: Stage): AlarmRules {
  return {
    'verification-stopped': buildStoppedRule(
      buildOwnMetric(stage, 'Unfinished'),
      DAILY,
      'A wrong balance would go unnoticed: the ledger was not verified for more than a day.',
    ),
    'sealing-stopped': buildStoppedRule(
      buildOwnMetric(stage, 'Sealed'),
      EACH_MINUTE,
      'No receipts are sealed: no run of the sealing has ended for almost half an hour.',
    ),
    'late-sealing-stopped': buildStoppedRule(
      buildOwnMetric(stage, 'ThoroughSealings'),
      DAILY,
      'Receipts that came late stay out of the evidence log: the nightly search did not run.',
    ),
    'webhook-retries-stopped': buildStoppedRule(
      buildOwnMetric(stage, 'Delivered', { service: 'countinghouse', consumer: 'retry-webhooks' }),
      EACH_MINUTE,
      'Failed deliveries to webhooks are not repeated: no run of the retries has ended for almost half an hour.',
    ),
    'rotation-stopped': buildStoppedRule(
      buildOwnMetric(stage, 'SigningKeysFresh', { service: 'identity-keys' }),
      DAILY,
      'The signing keys are older than a month, or no one looks. Tokens still work.',
    ),
    'schedules-fail': buildScheduleRule(stage),
  };
}

/**
 * Builds the rule of work whose runs report a metric. Each run counts once, whatever its value; a metric that never had
 * data has none to fill.
 */
export function buildStoppedRule(
  metric: Metric,
  { period, datapoints, periods }: Rhythm,
  impact: string,
): AlarmRule {
  return {
    metric: new MathExpression({
      expression: 'FILL(runs, 0)',
      usingMetrics: { runs: metric.with({ statistic: 'SampleCount', period }) },
      period,
      label: 'runs',
    }),
    threshold: 1,
    datapoints,
    periods,
    isLower: true,
    impact,
  };
}

function buildScheduleRule(stage: Stage): AlarmRule {
  const count = (metricName: string) =>
    buildSumMetric('AWS/Scheduler', metricName, { ScheduleGroup: buildScheduleGroupName(stage) });
  return {
    ...ONCE,
    metric: buildTotalMetric(
      {
        failed: count('TargetErrorCount'),
        dropped: count('InvocationDroppedCount'),
        lost: count('InvocationsFailedToBeSentToDeadLetterCount'),
      },
      'not called',
    ),
    threshold: 1,
    impact: 'A monthly export is not requested in time: its schedule cannot call the function.',
  };
}
