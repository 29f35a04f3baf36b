// The alarms of the APIs, the account, the tables and the state machines.
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import {
  INDEXES,
  RECEIPT_INDEXES,
  WEBHOOK_INDEXES,
} from '../../../functions/ledger/store/indexes.ts';
import type { Index } from '../../../functions/ledger/store/indexes.ts';
import type { Stage } from '../../config/stages.ts';
import { LASTING, ONCE } from './alarm-rule.ts';
import type { AlarmRule, AlarmRules } from './alarm-rule.ts';
import {
  buildApiMetric,
  buildFailedExecutionsMetric,
  buildFunctionMetric,
  buildSumMetric,
  buildTotalMetric,
  MINUTE,
  numberMetrics,
} from './metrics.ts';

const API_IMPACTS = {
  ledger: {
    errors: 'Callers get 5xx answers: some requests fail and must be retried with the same key.',
    slow: 'One request in a hundred takes two seconds or more: screens hang and callers time out.',
  },
  workbench: {
    errors: 'Compliance operators get 5xx answers: exports and imports must be requested again.',
    slow: 'One request in a hundred for an export or import takes two seconds or more.',
  },
  identity: {
    errors: 'Operators cannot sign in or renew tokens; within five minutes no one can work.',
    slow: 'One sign-in or renewal in a hundred takes two seconds or more.',
  },
};

const SLOW_MS = 2_000;

export function buildApiAlarms(stage: Stage): AlarmRules {
  const rules = Object.entries(API_IMPACTS).flatMap(([api, impact]) => {
    const metric = (metricName: string, statistic: string) =>
      buildApiMetric(stage, { api, metricName, statistic });
    const errors = metric('5XXError', 'Sum');
    const latency = metric('Latency', 'p99');
    return [
      [`${api}-errors`, { ...LASTING, metric: errors, threshold: 5, impact: impact.errors }],
      [
        `${api}-slow`,
        { datapoints: 4, periods: 5, metric: latency, threshold: SLOW_MS, impact: impact.slow },
      ],
    ] as const;
  });
  return Object.fromEntries(rules);
}

/** The share of the account's concurrency that leaves time to have it raised. */
const CLAIMED_SHARE = 0.8;

const LIMITED = 'seal-receipts';

/** What all functions of the account share. */
export function buildConcurrencyAlarms(stage: Stage): AlarmRules {
  return {
    'concurrency-high': {
      ...LASTING,
      metric: buildSumMetric('AWS/Lambda', 'ClaimedAccountConcurrency', {}).with({
        statistic: 'Maximum',
      }),
      threshold: stage.accountConcurrency * CLAIMED_SHARE,
      impact: 'Nothing yet. With a fifth more load, callers are turned away: no function is free.',
    },
    'functions-throttled': {
      ...LASTING,
      // Runs of the sealing wait for each other, which counts as throttling.
      metric: new MathExpression({
        expression: 'SUM([FILL(throttled, 0), -1 * FILL(waiting, 0)])',
        usingMetrics: {
          throttled: buildSumMetric('AWS/Lambda', 'Throttles', {}),
          waiting: buildFunctionMetric(stage, LIMITED, 'Throttles'),
        },
        period: MINUTE,
        label: 'turned away',
      }),
      threshold: 1,
      impact:
        'Callers are turned away with 5xx answers: the account runs no more functions at once.',
    },
    'sealing-throttled': {
      metric: buildFunctionMetric(stage, LIMITED, 'Throttles'),
      threshold: 1,
      datapoints: 20,
      periods: 25,
      impact: 'Receipts are sealed minutes late: each run of the sealing meets the one before.',
    },
  };
}

/** A write that an index has no room for is refused too, and DynamoDB counts it for the index alone. */
const TABLE_INDEXES: Readonly<Record<string, Readonly<Record<string, Index>>>> = {
  ledger: INDEXES,
  receipts: RECEIPT_INDEXES,
  webhooks: WEBHOOK_INDEXES,
};

export function buildTableAlarms(tables: Readonly<Record<string, ITable>>): AlarmRules {
  const rules = Object.entries(tables).map(([name, { tableName: TableName }]) => {
    const indexes = Object.values(TABLE_INDEXES[name] ?? {});
    const counted = [
      { TableName },
      ...indexes.map((index) => ({ TableName, GlobalSecondaryIndexName: index.name })),
    ];
    const events = counted.flatMap((dimensions) =>
      ['ReadThrottleEvents', 'WriteThrottleEvents'].map((metricName) =>
        buildSumMetric('AWS/DynamoDB', metricName, dimensions),
      ),
    );
    const rule: AlarmRule = {
      ...LASTING,
      metric: buildTotalMetric(numberMetrics(events), 'throttled'),
      threshold: 10,
      impact: `The ${name} table throttles requests: they get slower, and some fail with 503.`,
    };
    return [`${name}-throttled`, rule] as const;
  });
  return Object.fromEntries(rules);
}

const MACHINE_IMPACTS = {
  'regulatory-export':
    'An export failed, and an authority may be waiting for it; its receipt gives the reason.',
  'legacy-import': 'An import failed through no fault of its file; its receipt gives the reason.',
  'period-close': 'An accounting period was not closed; its record gives the reason.',
  'verify-ledger': 'A wrong balance would go unnoticed: the daily verification did not finish.',
  'rebuild-projection': 'A projection was not rebuilt: screens still show the old generation.',
};

export function buildMachineAlarms(scope: Construct, stage: Stage): AlarmRules {
  const rules = Object.entries(MACHINE_IMPACTS).map(([name, impact]) => {
    const metric = buildFailedExecutionsMetric(scope, `${stage.name}-${name}`);
    return [`${name}-failed`, { ...ONCE, metric, threshold: 1, impact }] as const;
  });
  return Object.fromEntries(rules);
}
