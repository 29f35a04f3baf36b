import { Duration, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { WEBHOOK_INDEXES } from '../../../functions/ledger/store/indexes.ts';
import type { Stage } from '../../config/stages.ts';
import { buildPartitionGrant } from '../../constructs/lambda/grants.ts';
import { buildTableKeyGrant } from '../../constructs/lambda/key-grants.ts';
import type { LedgerTables } from '../../constructs/storage/ledger-tables.ts';
import { buildAllowStatement } from '../../constructs/allow-statement.ts';
import { LambdaFunction } from '../../constructs/lambda/lambda-function.ts';
import { buildRuleTarget } from '../../constructs/lambda/rule-target.ts';
import { buildReachEnvironment } from '../../constructs/lambda/store-environment.ts';
import { StreamConsumer } from '../../constructs/lambda/stream-consumer.ts';
import { DELIVERY_SECONDS } from '../../constructs/lambda/timeouts.ts';
import { referToStream, referToTables } from '../../constructs/storage/replaceable-table.ts';

export interface WebhooksStackProps extends StackProps {
  readonly stage: Stage;
  readonly bundles: string;
  readonly key: IKey;
}

type SendingProps = WebhooksStackProps & { readonly tables: LedgerTables };

/** The deliveries that the stream brings to their first attempt, and no other change of the table. */
const FRESH = { eventName: ['INSERT', 'MODIFY'], dynamodb: { NewImage: { fresh: { S: ['Y'] } } } };

/** The most that Lambda allows for a shard: a slow receiver keeps few others waiting. */
const PARALLEL_BATCHES = 10;

/** Sends the events of tenants to their webhooks. What is to be sent is in a table that other functions fill. */
export class WebhooksStack extends Stack {
  readonly consumer: StreamConsumer;

  constructor(scope: Construct, id: string, props: WebhooksStackProps) {
    super(scope, id, props);
    const { stage } = props;
    const { ledger, receipts } = referToTables(this, stage);
    const webhooks = referToStream(this, stage, 'webhooks');
    const sending = { ...props, tables: { ledger, receipts, webhooks } as LedgerTables };
    this.consumer = this.#deliverer(sending);
    const retrying = this.#retrier(sending);
    new Rule(this, 'EachMinute', {
      description: 'Repeats the deliveries that are due.',
      schedule: Schedule.rate(Duration.minutes(1)),
      // A run that was missed or failed needs no repetition: the next one does its work.
      targets: [buildRuleTarget(retrying, { retryAttempts: 0, maxEventAge: Duration.minutes(1) })],
    });
  }

  #deliverer(props: SendingProps): StreamConsumer {
    const { key, tables } = props;
    return new StreamConsumer(this, 'deliver-webhooks', {
      ...props,
      table: tables.webhooks,
      description: 'Sends events to webhooks for the first time.',
      filters: [FRESH],
      parallelBatches: PARALLEL_BATCHES,
      timeoutSeconds: DELIVERY_SECONDS,
      impact: {
        lost: 'Nothing is lost: the retries send these deliveries, minutes late.',
        late: 'Receivers of webhooks get events a minute late.',
      },
      environment: buildEnvironment(props),
      statements: [...buildStatements(props), buildTableKeyGrant(key)],
    });
  }

  #retrier(props: SendingProps): LambdaFunction {
    const { key, tables } = props;
    const pending = `${tables.webhooks.tableArn}/index/${WEBHOOK_INDEXES.pending.name}`;
    return new LambdaFunction(this, 'retry-webhooks', {
      ...props,
      description: 'Repeats the deliveries to webhooks that are due.',
      timeoutSeconds: DELIVERY_SECONDS,
      asynchronous: { retries: 0, waits: Duration.seconds(DELIVERY_SECONDS + 300) },
      environment: buildEnvironment(props),
      statements: [
        ...buildStatements(props),
        buildAllowStatement(['dynamodb:Scan'], [pending]),
        buildTableKeyGrant(key),
      ],
    });
  }
}

function buildEnvironment({ stage, tables }: SendingProps): Record<string, string> {
  return {
    LEDGER_TABLE: tables.ledger.tableName,
    RECEIPTS_TABLE: tables.receipts.tableName,
    WEBHOOKS_TABLE: tables.webhooks.tableName,
    WRITE_SHARDS: String(stage.writeShards),
    ...buildReachEnvironment(stage),
  };
}

function buildStatements({ tables }: SendingProps): PolicyStatement[] {
  const { ledger, receipts, webhooks } = tables;
  return [
    buildPartitionGrant(['GetItem'], ledger, ['T#*#WHK']),
    buildPartitionGrant(['BatchGetItem'], receipts, ['T#*#RCP#*']),
    buildAllowStatement(['dynamodb:GetItem', 'dynamodb:PutItem'], [webhooks.tableArn]),
  ];
}
