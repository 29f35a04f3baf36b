import { Duration } from 'aws-cdk-lib';
import type { Stage } from '../../config/stages.ts';
import { CANARY_ALARM, CANARY_PERIOD_MINUTES } from '../lambda/canary.ts';
import { ONCE } from './alarm-rule.ts';
import type { AlarmRules } from './alarm-rule.ts';
import { buildOwnMetric } from './metrics.ts';
import { buildStoppedRule } from './run-alarms.ts';

/** A run is in each period, or in the one beside it. */
const REGULARLY = { period: Duration.minutes(CANARY_PERIOD_MINUTES), datapoints: 3, periods: 4 };

const OWN = { service: 'canary' };

/** The alarms of the canary, on a stage that has one. */
export function buildCanaryAlarms(stage: Stage): AlarmRules {
  if (stage.canary === 'none') return {};
  return {
    [CANARY_ALARM]: buildStoppedRule(
      buildOwnMetric(stage, 'CanaryPassed', OWN),
      REGULARLY,
      'Services may be unable to sign in, post or read: no run of the canary has passed for a while.',
    ),
    'canary-differs': {
      ...ONCE,
      metric: buildOwnMetric(stage, 'CanaryDifferences', OWN),
      threshold: 1,
      impact: 'Customers may see wrong amounts: the canary read something else than it had posted.',
    },
  };
}
