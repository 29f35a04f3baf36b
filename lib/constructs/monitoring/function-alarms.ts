// Every function reaches an alarm when it fails, and one when it takes nearly as long as it may (ADR 117).
import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { operations, toKebabCase } from '../../../functions/operations/operations.ts';
import type { Stage } from '../../config/stages.ts';
import { LASTING, ONCE } from './alarm-rule.ts';
import type { AlarmRule, AlarmRules } from './alarm-rule.ts';
import { CANARY_GROUP, FUNCTION_GROUPS } from './function-groups.ts';
import type { FunctionGroup, WatchedFunction } from './function-groups.ts';
import {
  buildFunctionMetric,
  buildOwnMetric,
  buildTotalMetric,
  MINUTE,
  numberAlarm,
  numberMetrics,
  splitForAlarms,
} from './metrics.ts';

/** The share of its timeout that a function may take. */
const USUAL_SHARE = 0.8;

/** Functions that may run for minutes hand over to another call shortly before their end. */
const LONG_SHARE = 0.98;
const LONG_SECONDS = 600;

/** More errors of repeated tasks in five minutes than refused files explain. */
const REPEATED = { period: Duration.minutes(5), threshold: 3 };

/** The alarms of all functions. */
export function buildFunctionAlarms(stage: Stage): AlarmRules {
  const watched = { ...FUNCTION_GROUPS, ...(stage.canary !== 'none' && CANARY_GROUP) };
  const groups = Object.entries(watched).flatMap(([name, group]) => [
    [name, buildFailureRule(stage, group)] as const,
    [`${name}-slow`, buildSlowRule(stage, group.functions, group.impact.slow)] as const,
  ]);
  return {
    ...buildOperationAlarms(stage),
    ...buildAreaAlarms(stage),
    ...buildAuthorizerAlarms(stage),
    ...Object.fromEntries(groups),
  };
}

function buildOperationAlarms(stage: Stage): AlarmRules {
  const rules = Object.entries(operations).map(([operation, { summary }]) => {
    const name = toKebabCase(operation);
    const rule: AlarmRule = {
      ...ONCE,
      metric: buildTotalMetric(
        {
          // The pipeline answers unexpected errors itself, so Lambda does not count them as errors.
          unexpected: buildOwnMetric(stage, 'Count', { operation, outcome: 'unexpected' }),
          errors: buildFunctionMetric(stage, name, 'Errors'),
        },
        'failed or crashed',
      ),
      threshold: 1,
      impact: `Callers of ${operation} get 5xx answers. Its purpose: ${summary}`,
    };
    return [name, rule] as const;
  });
  return Object.fromEntries(rules);
}

// An alarm takes ten metrics, so a larger area has a second one.
function buildAreaAlarms(stage: Stage): AlarmRules {
  const areas = Map.groupBy(Object.entries(operations), ([, { area }]) => area);
  const rules = [...areas].flatMap(([area, rows]) => {
    const functions = rows.map(([operation]) => ({ name: toKebabCase(operation) }));
    const impact = `Callers of ${area} wait for many seconds, and some time out and have to retry.`;
    return splitForAlarms(functions).map((some, index) => {
      const name = numberAlarm(`${area}-slow`, index);
      return [name, buildSlowRule(stage, some, impact)] as const;
    });
  });
  return Object.fromEntries(rules);
}

const AUTHORIZER = 'authorize';

// API Gateway takes a refused token for an error of the authorizer, which knows no other way to answer 401.
function buildAuthorizerAlarms(stage: Stage): AlarmRules {
  const refused = buildOwnMetric(stage, 'TokensRefused', { service: 'authorizer' });
  return {
    [AUTHORIZER]: {
      metric: new MathExpression({
        expression: 'SUM([FILL(errors, 0), -1 * FILL(refused, 0)])',
        usingMetrics: { errors: buildFunctionMetric(stage, AUTHORIZER, 'Errors'), refused },
        period: MINUTE,
        label: 'failed, without refused tokens',
      }),
      threshold: 1,
      // The two metrics come on different ways, and seldom at the same time.
      datapoints: 3,
      periods: 5,
      impact: 'Callers get 500 whatever they call: their tokens cannot be checked.',
    },
    [`${AUTHORIZER}-slow`]: buildSlowRule(
      stage,
      [{ name: AUTHORIZER }],
      'All calls with a new token hang for seconds: checking it takes too long.',
    ),
  };
}

function buildFailureRule(
  stage: Stage,
  { functions, isRepeated, impact }: FunctionGroup,
): AlarmRule {
  const period = isRepeated ? REPEATED.period : MINUTE;
  const errors = functions.map(({ name }) =>
    buildFunctionMetric(stage, name, 'Errors', { period }),
  );
  return {
    ...ONCE,
    metric: buildJoined(errors, (metrics) => buildTotalMetric(metrics, 'errors', period)),
    threshold: isRepeated ? REPEATED.threshold : 1,
    impact: impact.failed,
  };
}

function buildSlowRule(
  stage: Stage,
  functions: readonly WatchedFunction[],
  impact: string,
): AlarmRule {
  const limits = functions.map((one) => computeLimitMs(stage, one));
  const durations = functions.map(({ name }) =>
    buildFunctionMetric(stage, name, 'Duration', { statistic: 'p99' }),
  );
  const isAnswering = functions.every(({ timeoutSeconds }) => timeoutSeconds === undefined);
  const [limit = 0] = limits;
  return {
    // A task that runs for minutes ends in one of them.
    ...(isAnswering ? LASTING : ONCE),
    metric: buildJoined(durations, (metrics) => buildShareMetric(metrics, limits)),
    threshold: functions.length === 1 ? limit : 1,
    impact,
  };
}

function buildShareMetric(
  metrics: Readonly<Record<string, Metric>>,
  limits: readonly number[],
): IMetric {
  const shares = Object.keys(metrics).map((id, index) => `FILL(${id}, 0) / ${limits[index]}`);
  return new MathExpression({
    expression: `MAX([${shares.join(', ')}])`,
    usingMetrics: { ...metrics },
    period: MINUTE,
    label: 'share of the time that the slowest may take',
  });
}

function computeLimitMs(stage: Stage, { timeoutSeconds }: WatchedFunction): number {
  const seconds = timeoutSeconds ?? stage.functionTimeoutSeconds;
  return Math.round(seconds * 1_000 * (seconds >= LONG_SECONDS ? LONG_SHARE : USUAL_SHARE));
}

// A single metric needs no expression.
function buildJoined(
  metrics: readonly Metric[],
  join: (metrics: Readonly<Record<string, Metric>>) => IMetric,
): IMetric {
  const [only, ...others] = metrics;
  return only !== undefined && others.length === 0 ? only : join(numberMetrics(metrics));
}
