import type { Stage } from '../../config/stages.ts';
import { ONCE } from './alarm-rule.ts';
import type { AlarmRules } from './alarm-rule.ts';
import { buildOwnMetric } from './metrics.ts';

/** The alarms of the evidence logs, by their names. */
export function buildSealingAlarms(stage: Stage): AlarmRules {
  return {
    'sealing-fails': {
      metric: buildOwnMetric(stage, 'SealingFailures'),
      threshold: 1,
      datapoints: 3,
      periods: 5,
      impact: 'Receipts are not in the evidence log: auditors cannot prove the newest postings.',
    },
    'sealing-late': {
      metric: buildOwnMetric(stage, 'SealingUnfinished'),
      threshold: 1,
      datapoints: 10,
      periods: 15,
      impact: 'The evidence log is minutes behind the ledger: more is posted than sealed.',
    },
    'receipts-unsealable': {
      ...ONCE,
      metric: buildOwnMetric(stage, 'Unsealable'),
      threshold: 1,
      impact: 'A receipt is damaged, so that no one can prove it. docs/verify.md says what to do.',
    },
    'witnesses-fail': {
      metric: buildOwnMetric(stage, 'WitnessFailures'),
      threshold: 1,
      datapoints: 15,
      periods: 20,
      impact: 'A witness does not cosign: the newest checkpoints lack what shows a fork to others.',
    },
  };
}
