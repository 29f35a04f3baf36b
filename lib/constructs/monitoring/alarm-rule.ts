import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';

export interface AlarmRule {
  readonly metric: IMetric;
  readonly threshold: number;
  readonly minutes: number;
  /** On while the metric is below the threshold or has no data, and not while it reaches it. */
  readonly isLower?: boolean;
  /** What users notice while this alarm is on. */
  readonly impact: string;
}
