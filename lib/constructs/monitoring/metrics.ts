// The metrics of AWS and of our functions that alarms and graphs use, per minute.
import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { toKebabCase } from '../../../functions/operations/operations.ts';
import type { Stage } from '../../config/stages.ts';
import { buildStateMachineArn } from '../state-machines/state-machine-arn.ts';

export const MINUTE = Duration.minutes(1);

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

/** A metric of the Lambda of an operation, or of any other function by its name in camel case. */
export function buildOperationMetric(stage: Stage, name: string, metricName: string): Metric {
  return buildSumMetric('AWS/Lambda', metricName, {
    FunctionName: `${stage.name}-${toKebabCase(name)}`,
  });
}

export function buildSumMetric(
  namespace: string,
  metricName: string,
  dimensionsMap: Record<string, string>,
): Metric {
  return new Metric({ namespace, metricName, dimensionsMap, period: MINUTE, statistic: 'Sum' });
}

/** The number of executions of the state machine that failed, timed out or were aborted. */
export function buildFailedExecutionsMetric(scope: Construct, name: string): IMetric {
  const StateMachineArn = buildStateMachineArn(scope, name);
  const ended = (how: string) =>
    buildSumMetric('AWS/States', `Executions${how}`, { StateMachineArn });
  return new MathExpression({
    expression: 'SUM([FILL(failed, 0), FILL(late, 0), FILL(aborted, 0)])',
    usingMetrics: {
      failed: ended('Failed'),
      late: ended('TimedOut'),
      aborted: ended('Aborted'),
    },
    period: MINUTE,
    label: 'failed, timed out or aborted',
  });
}
