import type { Stage } from '../../config/stages.ts';
import { buildMetricsNamespace } from '../lambda/lambda-function.ts';
import type { AlarmRule } from './alarm-rule.ts';
import { buildOperationMetric, buildSumMetric } from './metrics.ts';

/** The alarms of the evidence logs, by their names. */
export function buildSealingAlarms(stage: Stage): Readonly<Record<string, AlarmRule>> {
  const count = (name: string) =>
    buildSumMetric(buildMetricsNamespace(stage), name, { service: 'countinghouse' });
  const call = (name: string) => buildOperationMetric(stage, 'sealReceipts', name);
  return {
    'sealing-fails': {
      metric: count('SealingFailures'),
      threshold: 1,
      minutes: 3,
      impact: 'Receipts are not in the evidence log: auditors cannot prove the newest postings.',
    },
    'sealing-late': {
      metric: count('SealingUnfinished'),
      threshold: 1,
      minutes: 10,
      impact: 'The evidence log is minutes behind the ledger: more is posted than sealed.',
    },
    'receipts-unsealable': {
      metric: count('Unsealable'),
      threshold: 1,
      minutes: 1,
      impact: 'A receipt is damaged, so that no one can prove it. docs/verify.md says what to do.',
    },
    'witnesses-fail': {
      metric: count('WitnessFailures'),
      threshold: 1,
      minutes: 15,
      impact: 'A witness does not cosign: the newest checkpoints lack what shows a fork to others.',
    },
    'seal-receipts': {
      metric: call('Errors'),
      threshold: 1,
      minutes: 3,
      impact: 'No receipts are sealed: the sealing crashed. The ledger itself is not affected.',
    },
    'sealing-stopped': {
      metric: call('Invocations'),
      threshold: 1,
      minutes: 15,
      isLower: true,
      impact: 'No receipts are sealed: the sealing was not started for a quarter of an hour.',
    },
  };
}
