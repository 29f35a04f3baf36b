import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';

/** How many of the newest periods of the metric decide, and how many of them have to be at fault. */
export interface AlarmWindow {
  readonly periods: number;
  /** Fewer than the periods: a metric that arrives late is missing from the newest ones (ADR 117). */
  readonly datapoints: number;
}

/** Each occurrence matters: one period is enough, also when its data is late. */
export const ONCE: AlarmWindow = { datapoints: 1, periods: 3 };

/** What happens now and then is normal. */
export const LASTING: AlarmWindow = { datapoints: 2, periods: 3 };

export interface AlarmRule extends AlarmWindow {
  readonly metric: IMetric;
  readonly threshold: number;
  /** On while the metric is below the threshold or has no data, and not while it reaches it. */
  readonly isLower?: boolean;
  /** What users notice while this alarm is on. */
  readonly impact: string;
}

/** Alarms by their names, without the stage. */
export type AlarmRules = Readonly<Record<string, AlarmRule>>;
