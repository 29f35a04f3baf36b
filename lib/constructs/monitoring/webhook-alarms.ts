import type { Stage } from '../../config/stages.ts';
import { ONCE } from './alarm-rule.ts';
import type { AlarmRules } from './alarm-rule.ts';
import { buildOwnMetric, buildTotalMetric } from './metrics.ts';

/** The alarm of dead letters, which those count that make the attempts. */
export function buildWebhookAlarms(stage: Stage): AlarmRules {
  const count = (consumer: string) =>
    buildOwnMetric(stage, 'DeadLetters', { service: 'countinghouse', consumer });
  return {
    'webhook-dead-letters': {
      ...ONCE,
      metric: buildTotalMetric(
        { first: count('deliver-webhooks'), repeated: count('retry-webhooks') },
        'dead letters',
      ),
      threshold: 1,
      impact:
        'A receiver has not got events of its institution, and no attempt follows until someone redrives them.',
    },
  };
}
