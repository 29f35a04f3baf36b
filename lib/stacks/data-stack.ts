import { ArnFormat, CfnOutput, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { AccessLogBucket } from '../constructs/storage/access-log-bucket.ts';
import { ArtifactsBucket } from '../constructs/storage/artifacts-bucket.ts';
import { EvidenceBucket } from '../constructs/storage/evidence-bucket.ts';
import { INDEXES, RECEIPT_INDEXES } from '../../functions/ledger/store/indexes.ts';
import type { Stage } from '../config/stages.ts';
import { makeReplaceable } from '../constructs/storage/replaceable-table.ts';
import { GatewayLogging } from '../constructs/api/gateway-logging.ts';

/** The key, the ledger's tables, the artifacts and the evidence. It is deployed first, and all other stacks use it. */
export class DataStack extends Stack {
  readonly key: Key;
  readonly artifacts: ArtifactsBucket;
  readonly evidence: EvidenceBucket;

  constructor(scope: Construct, id: string, props: StackProps & { readonly stage: Stage }) {
    super(scope, id, props);
    const { stage } = props;
    new GatewayLogging(this);
    this.key = this.#encryptionKey(stage);
    const ledger = this.#table('Ledger', stage);
    for (const { name, partition, sort } of Object.values(INDEXES)) {
      ledger.addGlobalSecondaryIndex({
        indexName: name,
        partitionKey: { name: partition, type: AttributeType.STRING },
        sortKey: { name: sort, type: AttributeType.STRING },
      });
    }
    const receipts = this.#receiptsTable(stage);
    makeReplaceable(stage, 'ledger', ledger);
    makeReplaceable(stage, 'receipts', receipts);
    const accessLog = stage.logsBuckets ? new AccessLogBucket(this, 'AccessLog', stage) : undefined;
    const surroundings = { stage, key: this.key, accessLog };
    this.artifacts = new ArtifactsBucket(this, 'Artifacts', surroundings);
    this.evidence = new EvidenceBucket(this, 'Evidence', surroundings);
    new CfnOutput(this, 'EvidenceBucket', { value: this.evidence.bucketName });
  }

  #encryptionKey(stage: Stage): Key {
    const key = new Key(this, 'Key', {
      alias: `countinghouse-${stage.name}`,
      description: 'Encrypts the tables and the logs of Countinghouse.',
      enableKeyRotation: true,
      removalPolicy: stage.dataRemoval,
    });
    const logs = new PolicyStatement({
      actions: [
        'kms:Encrypt',
        'kms:Decrypt',
        'kms:ReEncrypt*',
        'kms:GenerateDataKey*',
        'kms:Describe*',
      ],
      resources: ['*'],
      principals: [new ServicePrincipal(`logs.${this.region}.amazonaws.com`)],
      conditions: {
        ArnLike: {
          'kms:EncryptionContext:aws:logs:arn': this.formatArn({
            service: 'logs',
            resource: 'log-group',
            resourceName: `countinghouse-${stage.name}-*`,
            arnFormat: ArnFormat.COLON_RESOURCE_NAME,
          }),
        },
      },
    });
    key.addToResourcePolicy(logs);
    // CloudWatch publishes alarms to a topic that this key encrypts.
    const alarms = new PolicyStatement({
      actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      resources: ['*'],
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
    });
    key.addToResourcePolicy(alarms);
    // EventBridge sends what a function did not take to a queue that this key encrypts.
    const events = new PolicyStatement({
      actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      resources: ['*'],
      principals: [new ServicePrincipal('events.amazonaws.com')],
      conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
    });
    key.addToResourcePolicy(events);
    return key;
  }

  // Its index holds keys alone, so that it costs a mutation no more than one write unit.
  #receiptsTable(stage: Stage): Table {
    const table = this.#table('Receipts', stage, StreamViewType.NEW_IMAGE);
    const { name, partition, sort } = RECEIPT_INDEXES.feed;
    table.addGlobalSecondaryIndex({
      indexName: name,
      partitionKey: { name: partition, type: AttributeType.STRING },
      sortKey: { name: sort, type: AttributeType.STRING },
      projectionType: ProjectionType.KEYS_ONLY,
    });
    return table;
  }

  #table(id: string, stage: Stage, stream?: StreamViewType): Table {
    return new Table(this, id, {
      partitionKey: { name: 'PK', type: AttributeType.STRING },
      sortKey: { name: 'SK', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: this.key,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: stage.isProtected,
      removalPolicy: stage.dataRemoval,
      ...(stream && { stream }),
    });
  }
}
