import { Duration } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { EventSourceMapping, FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { KeptFailures } from './kept-failures.ts';
import { buildQueueKeyGrant, buildReadKeyGrant } from './key-grants.ts';
import { buildAllowStatement } from '../allow-statement.ts';
import { LambdaFunction } from './lambda-function.ts';
import type { LambdaFunctionProps } from './lambda-function.ts';
import { CONSUMER_SECONDS } from './timeouts.ts';

export interface StreamConsumerProps extends LambdaFunctionProps {
  /** The table whose stream is consumed. */
  readonly table: ITable;
  /** The impact on users when records go to the dead-letter queue, and when the consumer is late. */
  readonly impact: Readonly<Record<'lost' | 'late', string>>;
  /** How many batches of a shard it works on at once; by default one. Only what has a common key stays in order. */
  readonly parallelBatches?: number;
  /** The records that it gets, as patterns of JSON; by default all. */
  readonly filters?: readonly object[];
  readonly timeoutSeconds?: number;
}

const BATCH_SIZE = 100;
/** With backoff about ten minutes in all, which is longer than most outages of other services. */
const RETRIES = 10;

/** A function that consumes a stream, with a dead-letter queue. */
export class StreamConsumer extends Construct {
  readonly name: string;
  readonly impact: StreamConsumerProps['impact'];
  readonly failures: Queue;
  /** The age of records when they are processed, in milliseconds. */
  readonly age: Metric;

  constructor(scope: Construct, name: string, props: StreamConsumerProps) {
    super(scope, `${name}-consumer`);
    const { stage, key, table, impact, statements = [] } = props;
    this.name = name;
    this.impact = impact;
    this.failures = new KeptFailures(this, { stage, key, name });
    const consumer = new LambdaFunction(this, name, {
      ...props,
      timeoutSeconds: props.timeoutSeconds ?? CONSUMER_SECONDS,
      statements: [...this.#streamGrants(table, props.key), ...statements],
    }).function;
    this.age = consumer.metric('IteratorAge', {
      statistic: 'Maximum',
      period: Duration.minutes(1),
    });
    new EventSourceMapping(this, 'Stream', {
      target: consumer,
      eventSourceArn: requireStreamArn(table),
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: BATCH_SIZE,
      ...(props.parallelBatches !== undefined && { parallelizationFactor: props.parallelBatches }),
      ...(props.filters && { filters: props.filters.map((one) => FilterCriteria.filter(one)) }),
      retryAttempts: RETRIES,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      onFailure: { bind: () => ({ destination: this.failures.queueArn }) },
    });
  }

  #streamGrants(table: ITable, key: IKey): PolicyStatement[] {
    const reading = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
    return [
      buildAllowStatement(
        reading.map((name) => `dynamodb:${name}`),
        [requireStreamArn(table)],
      ),
      buildReadKeyGrant(key),
      buildAllowStatement(['sqs:SendMessage'], [this.failures.queueArn]),
      buildQueueKeyGrant(key),
    ];
  }
}

function requireStreamArn({ tableStreamArn, tableName }: ITable): string {
  if (tableStreamArn === undefined) throw new Error(`${tableName} has no stream`);
  return tableStreamArn;
}
