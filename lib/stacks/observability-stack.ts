import { Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { toKebabCase, operations } from '../../functions/operations/operations.ts';
import type { Stage } from '../config/stages.ts';
import type { AlarmRule } from '../constructs/monitoring/alarm-rule.ts';
import { AlarmTopic } from '../constructs/monitoring/alarm-topic.ts';
import { buildMetricsNamespace } from '../constructs/lambda/lambda-function.ts';
import {
  buildApiMetric,
  buildFailedExecutionsMetric,
  MINUTE,
  buildOperationMetric,
  buildSumMetric,
} from '../constructs/monitoring/metrics.ts';
import type { LedgerTables } from '../constructs/lambda/grants.ts';
import { OperationsDashboard } from '../constructs/monitoring/operations-dashboard.ts';
import { buildSealingAlarms } from '../constructs/monitoring/sealing-alarms.ts';
import type { StreamConsumer } from '../constructs/lambda/stream-consumer.ts';

export interface ObservabilityStackProps extends StackProps {
  readonly stage: Stage;
  readonly key: Key;
  readonly tables: LedgerTables;
  readonly identityTable: ITable;
  /** The consumers of the events' stream. */
  readonly consumers: readonly StreamConsumer[];
}

/** A consumer is late when the events that it processes are this old. */
const LATE_MS = 60_000;

/** Alarms, whose descriptions state the impact on users, and a dashboard. */
export class ObservabilityStack extends Stack {
  readonly #topic: Topic;
  readonly #stage: Stage;

  constructor(scope: Construct, id: string, props: ObservabilityStackProps) {
    super(scope, id, props);
    this.#stage = props.stage;
    this.#topic = new AlarmTopic(this, 'Alarms', props);
    this.#watchApi();
    this.#watchMachines();
    this.#watchOperations();
    this.#watchRules();
    this.#watchIdentity();
    this.#watchVerification();
    const sealing = Object.entries(buildSealingAlarms(props.stage));
    for (const [name, rule] of sealing) this.#watch(name, rule);
    this.#watchConsumers(props.consumers);
    this.#watchTables({ ...props.tables, identity: props.identityTable });
    new OperationsDashboard(this, props);
  }

  #watch(id: string, { metric, threshold, minutes, isLower = false, impact }: AlarmRule): void {
    const alarm = new Alarm(this, id, {
      alarmName: `${this.#stage.name}-${id}`,
      alarmDescription: impact,
      metric,
      threshold,
      evaluationPeriods: minutes,
      comparisonOperator: isLower
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: isLower ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.#topic));
  }

  #api(metricName: string, statistic: string, name = 'ledger'): Metric {
    return buildApiMetric(this.#stage, { api: name, metricName, statistic });
  }

  #watchApi(): void {
    this.#watch('ledger-errors', {
      metric: this.#api('5XXError', 'Sum'),
      threshold: 5,
      minutes: 2,
      impact: 'Callers get 5xx answers: some requests fail and must be retried with the same key.',
    });
    this.#watch('ledger-slow', {
      metric: this.#api('Latency', 'p99'),
      threshold: 2_000,
      minutes: 5,
      impact:
        'One request in a hundred takes two seconds or more: screens hang and callers time out.',
    });
    this.#watch('workbench-errors', {
      metric: this.#api('5XXError', 'Sum', 'workbench'),
      threshold: 5,
      minutes: 2,
      impact: 'Compliance operators get 5xx answers: exports and imports must be requested again.',
    });
  }

  #watchMachines(): void {
    const impacts = {
      'regulatory-export':
        'An export failed, and an authority may be waiting for it; its receipt gives the reason.',
      'legacy-import':
        'An import failed through no fault of its file; its receipt gives the reason.',
      'rebuild-projection': 'A projection was not rebuilt: screens still show the old generation.',
    };
    for (const [name, impact] of Object.entries(impacts)) {
      const metric = buildFailedExecutionsMetric(this, `${this.#stage.name}-${name}`);
      this.#watch(`${name}-failed`, { metric, threshold: 1, minutes: 1, impact });
    }
  }

  #watchOperations(): void {
    for (const [name, { summary }] of Object.entries(operations)) {
      const impact = `Callers of ${name} get 5xx answers. Its purpose: ${summary}`;
      const metric = this.#failed(name, this.#unexpected(name));
      this.#watch(toKebabCase(name), { metric, threshold: 1, minutes: 1, impact });
    }
  }

  // The pipeline answers unexpected errors itself, so Lambda does not count them as errors.
  #unexpected(name: string): Metric {
    return this.#counted('Count', { operation: name, outcome: 'unexpected' });
  }

  // A metric that our functions publish themselves.
  #counted(metricName: string, dimensions: Record<string, string> = {}): Metric {
    const all = { service: 'countinghouse', ...dimensions };
    return buildSumMetric(buildMetricsNamespace(this.#stage), metricName, all);
  }

  #failed(name: string, unexpected?: Metric): IMetric {
    return new MathExpression({
      // Without FILL, one metric without data would leave the sum without data.
      expression: `SUM([${unexpected ? 'FILL(unexpected, 0), ' : ''}FILL(errors, 0), FILL(throttles, 0)])`,
      usingMetrics: {
        errors: buildOperationMetric(this.#stage, name, 'Errors'),
        throttles: buildOperationMetric(this.#stage, name, 'Throttles'),
        ...(unexpected && { unexpected }),
      },
      period: MINUTE,
      label: 'failed, crashed or throttled',
    });
  }

  #watchRules(): void {
    this.#watch('rules-fail', {
      metric: this.#counted('FailingRules'),
      threshold: 1,
      minutes: 1,
      impact:
        'A rule of an institution cannot be evaluated: it denies every posting, or judges none.',
    });
  }

  #watchIdentity(): void {
    this.#watch('identity-errors', {
      metric: this.#api('5XXError', 'Sum', 'identity'),
      threshold: 5,
      minutes: 2,
      impact: 'Operators cannot sign in or renew tokens; within five minutes no one can work.',
    });
    this.#watch('serve-identity', {
      metric: this.#failed('serveIdentity'),
      threshold: 1,
      minutes: 1,
      impact: 'Some sign-ins and renewals of tokens fail: the identity service crashed.',
    });
    this.#watch('rotate-identity-keys', {
      metric: this.#failed('rotateIdentityKeys'),
      threshold: 1,
      minutes: 1,
      impact: 'The signing keys were not rotated. Tokens still work, but their keys get older.',
    });
    this.#watch('signing-keys-unreadable', {
      metric: this.#counted('SigningKeysUnreadable', { service: 'identity' }),
      threshold: 1,
      minutes: 1,
      impact: 'Sign-in works with the last keys read, but containers that start now have no keys.',
    });
  }

  #watchVerification(): void {
    this.#watch('books-differ', {
      metric: this.#counted('Differences'),
      threshold: 1,
      minutes: 1,
      impact:
        'Customers may see wrong amounts: records differ. docs/verify.md describes what to do.',
    });
    this.#watch('books-unverified', {
      metric: this.#counted('Unfinished'),
      threshold: 1,
      minutes: 1,
      impact: 'A wrong balance would go unnoticed: the ledger is too large for the daily run.',
    });
    this.#watch('verify-books', {
      metric: this.#failed('verifyBooks'),
      threshold: 1,
      minutes: 1,
      impact: 'A wrong balance would go unnoticed: the daily verification crashed.',
    });
  }

  #watchConsumers(consumers: readonly StreamConsumer[]): void {
    for (const { name, impact, failures, age } of consumers) {
      this.#watch(`${name}-failures`, {
        metric: failures.metricApproximateNumberOfMessagesVisible({ period: MINUTE }),
        threshold: 1,
        minutes: 1,
        impact: impact.lost,
      });
      const threshold = LATE_MS;
      this.#watch(`${name}-late`, { metric: age, threshold, minutes: 3, impact: impact.late });
    }
  }

  #watchTables(tables: Record<string, ITable>): void {
    for (const [name, table] of Object.entries(tables)) {
      const events = (metricName: string) =>
        buildSumMetric('AWS/DynamoDB', metricName, { TableName: table.tableName });
      const throttled = new MathExpression({
        expression: 'SUM([FILL(reads, 0), FILL(writes, 0)])',
        usingMetrics: {
          reads: events('ReadThrottleEvents'),
          writes: events('WriteThrottleEvents'),
        },
        period: MINUTE,
        label: 'throttled',
      });
      this.#watch(`${name}-throttled`, {
        metric: throttled,
        threshold: 10,
        minutes: 3,
        impact: `The ${name} table throttles requests: they get slower, and some fail with 503.`,
      });
    }
  }
}
