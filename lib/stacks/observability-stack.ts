import { Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Stage } from '../config/stages.ts';
import { referToIntents } from '../constructs/storage/intents-table.ts';
import { referToTable, referToTables } from '../constructs/storage/replaceable-table.ts';
import type { StreamConsumer } from '../constructs/lambda/stream-consumer.ts';
import { LASTING, ONCE } from '../constructs/monitoring/alarm-rule.ts';
import type { AlarmRule, AlarmRules } from '../constructs/monitoring/alarm-rule.ts';
import { AlarmTopic } from '../constructs/monitoring/alarm-topic.ts';
import { buildBackupAlarms } from '../constructs/monitoring/backup-alarms.ts';
import type { BackupVaults } from '../constructs/monitoring/backup-alarms.ts';
import { buildCanaryAlarms } from '../constructs/monitoring/canary-alarms.ts';
import { buildFunctionAlarms } from '../constructs/monitoring/function-alarms.ts';
import { buildOwnMetric } from '../constructs/monitoring/metrics.ts';
import { OperationsDashboard } from '../constructs/monitoring/operations-dashboard.ts';
import { buildQueueAlarms } from '../constructs/monitoring/queue-alarms.ts';
import { buildReplicationAlarms } from '../constructs/monitoring/replication-alarms.ts';
import type { CopiedBuckets } from '../constructs/monitoring/replication-alarms.ts';
import { buildRunAlarms } from '../constructs/monitoring/run-alarms.ts';
import { buildSealingAlarms } from '../constructs/monitoring/sealing-alarms.ts';
import { buildWebhookAlarms } from '../constructs/monitoring/webhook-alarms.ts';
import {
  buildApiAlarms,
  buildConcurrencyAlarms,
  buildMachineAlarms,
  buildTableAlarms,
} from '../constructs/monitoring/service-alarms.ts';

export interface ObservabilityStackProps extends StackProps, CopiedBuckets {
  readonly stage: Stage;
  readonly key: IKey;
  /** The consumers of the events' stream. */
  readonly consumers: readonly StreamConsumer[];
  /** Absent for a stage without backups. */
  readonly vaults: BackupVaults | undefined;
}

/** A consumer is late when the events that it processes are this old. */
const LATE_MS = 60_000;

/** Alarms, whose descriptions state the impact on users, and a dashboard (ADR 117). */
export class ObservabilityStack extends Stack {
  constructor(scope: Construct, id: string, props: ObservabilityStackProps) {
    super(scope, id, props);
    const { stage, consumers, vaults } = props;
    const tables = referToTables(this, stage);
    const topic = new AlarmTopic(this, 'Alarms', props);
    const rules: AlarmRules = {
      ...buildApiAlarms(stage),
      ...buildConcurrencyAlarms(stage),
      ...buildMachineAlarms(this, stage),
      ...buildFunctionAlarms(stage),
      ...buildReportAlarms(stage),
      ...buildSealingAlarms(stage),
      ...buildRunAlarms(stage),
      ...buildWebhookAlarms(stage),
      ...buildCanaryAlarms(stage),
      ...buildBackupAlarms(vaults),
      ...buildReplicationAlarms(stage.replicas, props),
      ...buildQueueAlarms(stage, consumers),
      ...buildConsumerAlarms(consumers),
      ...buildTableAlarms({
        ...tables,
        identity: referToTable(this, stage, 'identity'),
        ...(stage.combining && { intents: referToIntents(this, stage) }),
      }),
    };
    for (const [name, rule] of Object.entries(rules)) {
      const alarm = this.#watch(stage, name, rule);
      alarm.addAlarmAction(new SnsAction(topic));
      for (const alarmActionArn of stage.alarmTopics) {
        alarm.addAlarmAction({ bind: () => ({ alarmActionArn }) });
      }
    }
    new OperationsDashboard(this, { ...props, tables });
  }

  #watch({ name: stage }: Stage, id: string, rule: AlarmRule): Alarm {
    const { metric, threshold, periods, datapoints, isLower = false, impact } = rule;
    return new Alarm(this, id, {
      alarmName: `${stage}-${id}`,
      alarmDescription: impact,
      metric,
      threshold,
      evaluationPeriods: periods,
      datapointsToAlarm: datapoints,
      comparisonOperator: isLower
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: isLower ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
  }
}

// What our functions report of the books, the rules and the keys.
function buildReportAlarms(stage: Stage): AlarmRules {
  const once = { ...ONCE, threshold: 1 };
  return {
    'rules-fail': {
      ...once,
      metric: buildOwnMetric(stage, 'FailingRules'),
      impact:
        'A rule of an institution cannot be evaluated: it denies every posting, or judges none.',
    },
    'signing-keys-unreadable': {
      ...once,
      metric: buildOwnMetric(stage, 'SigningKeysUnreadable', { service: 'identity' }),
      impact: 'Sign-in works with the last keys read, but containers that start now have no keys.',
    },
    'books-differ': {
      ...once,
      metric: buildOwnMetric(stage, 'Differences'),
      impact:
        'Customers may see wrong amounts: records differ. docs/verify.md describes what to do.',
    },
    'books-unverified': {
      ...once,
      metric: buildOwnMetric(stage, 'Unfinished'),
      impact:
        'A wrong balance would go unnoticed: the verification took half a day, or a part of it failed.',
    },
  };
}

function buildConsumerAlarms(consumers: readonly StreamConsumer[]): AlarmRules {
  const rules = consumers.map(({ name, impact, age }) => {
    const rule = { ...LASTING, metric: age, threshold: LATE_MS, impact: impact.late };
    return [`${name}-late`, rule] as const;
  });
  return Object.fromEntries(rules);
}
