// The metrics of AWS and of our functions that alarms and graphs use, per minute.
import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IMetric, MetricProps } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { toKebabCase } from '../../../functions/operations/operations.ts';
import type { Stage } from '../../config/stages.ts';
import { buildMetricsNamespace } from '../lambda/lambda-function.ts';
import { buildStateMachineArn } from '../state-machines/state-machine-arn.ts';

export const MINUTE = Duration.minutes(1);
/** For what AWS reports minutes after it happened. */
export const HOUR = Duration.hours(1);

/** What CloudWatch takes in the expression of one alarm. */
export const METRICS_PER_ALARM_MAX = 10;

export interface ApiMetric {
  readonly api: string;
  readonly metricName: string;
  readonly statistic: string;
}

export function buildApiMetric(stage: Stage, { api, metricName, statistic }: ApiMetric): Metric {
  return new Metric({
    namespace: 'AWS/ApiGateway',
    metricName,
    dimensionsMap: { ApiName: `${stage.name}-${api}` },
    period: MINUTE,
    statistic,
  });
}

/** A metric of a function by its name without the stage; by default its sum for each minute. */
export function buildFunctionMetric(
  stage: Stage,
  name: string,
  metricName: string,
  more: Partial<MetricProps> = {},
): Metric {
  const FunctionName = `${stage.name}-${name}`;
  return buildSumMetric('AWS/Lambda', metricName, { FunctionName }).with(more);
}

/** A metric of the Lambda of an operation. */
export function buildOperationMetric(stage: Stage, name: string, metricName: string): Metric {
  return buildFunctionMetric(stage, toKebabCase(name), metricName);
}

/** A metric that our functions publish themselves. */
export function buildOwnMetric(
  stage: Stage,
  metricName: string,
  dimensions: Readonly<Record<string, string>> = {},
): Metric {
  const all = { service: 'countinghouse', ...dimensions };
  return buildSumMetric(buildMetricsNamespace(stage), metricName, all);
}

export function buildSumMetric(
  namespace: string,
  metricName: string,
  dimensionsMap: Record<string, string>,
): Metric {
  return new Metric({ namespace, metricName, dimensionsMap, period: MINUTE, statistic: 'Sum' });
}

/** Adds metrics of events, of which each has data only in the periods in which something happened. */
export function buildTotalMetric(
  metrics: Readonly<Record<string, Metric>>,
  label: string,
  period: Duration = MINUTE,
): IMetric {
  const filled = Object.keys(metrics).map((id) => `FILL(${id}, 0)`);
  return new MathExpression({
    // Without FILL, one metric without data would leave the sum without data.
    expression: `SUM([${filled.join(', ')}])`,
    usingMetrics: { ...metrics },
    period,
    label,
  });
}

/** Numbers metrics for an expression: m0, m1 and so on. */
export function numberMetrics<Kind extends IMetric>(
  metrics: readonly Kind[],
): Readonly<Record<string, Kind>> {
  return Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric]));
}

/** The number of executions of the state machine that failed, timed out or were aborted. */
export function buildFailedExecutionsMetric(scope: Construct, name: string): IMetric {
  const StateMachineArn = buildStateMachineArn(scope, name);
  const ended = (how: string) =>
    buildSumMetric('AWS/States', `Executions${how}`, { StateMachineArn });
  return buildTotalMetric(
    { failed: ended('Failed'), late: ended('TimedOut'), aborted: ended('Aborted') },
    'failed, timed out or aborted',
  );
}

/** Splits what one alarm would watch among as many as it takes, evenly. */
export function splitForAlarms<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / METRICS_PER_ALARM_MAX);
  return Array.from({ length: count }, (_, index) =>
    items.slice(index * METRICS_PER_ALARM_MAX, (index + 1) * METRICS_PER_ALARM_MAX),
  );
}

/** The name of one of several such alarms: the first has no number. */
export function numberAlarm(name: string, index: number): string {
  return index === 0 ? name : `${name}-${index + 1}`;
}
