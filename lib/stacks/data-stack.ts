import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import { AttributeType, ProjectionType, StreamViewType } from 'aws-cdk-lib/aws-dynamodb';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { AccessLogBucket } from '../constructs/storage/access-log-bucket.ts';
import { ArtifactsBucket } from '../constructs/storage/artifacts-bucket.ts';
import { EvidenceBucket } from '../constructs/storage/evidence-bucket.ts';
import { INDEXES, RECEIPT_INDEXES } from '../../functions/ledger/store/indexes.ts';
import type { Stage } from '../config/stages.ts';
import { permitServices } from '../constructs/storage/key-policy.ts';
import { makeReplaceable } from '../constructs/storage/replaceable-table.ts';
import { TenantTable } from '../constructs/storage/tenant-table.ts';
import { GatewayLogging } from '../constructs/api/gateway-logging.ts';

export interface DataStackProps extends StackProps {
  readonly stage: Stage;
  /** A key of the institution, or its ARN; by default the stage has one of its own. */
  readonly key?: IKey | string | undefined;
}

/** The key, the ledger's tables, the artifacts and the evidence. It is deployed first, and all other stacks use it. */
export class DataStack extends Stack {
  readonly key: IKey;
  readonly artifacts: ArtifactsBucket;
  readonly evidence: EvidenceBucket;

  constructor(scope: Construct, id: string, props: DataStackProps) {
    super(scope, id, props);
    const { stage } = props;
    if (stage.setsGatewayLogging) new GatewayLogging(this);
    this.key = this.#encryptionKey(props);
    const ledger = this.#table('Ledger', stage);
    for (const index of Object.values(INDEXES)) ledger.addIndex(index);
    const receipts = this.#receiptsTable(stage);
    makeReplaceable(stage, 'ledger', ledger);
    makeReplaceable(stage, 'receipts', receipts);
    const accessLog = stage.logsBuckets ? new AccessLogBucket(this, 'AccessLog', stage) : undefined;
    const surroundings = { stage, key: this.key, accessLog };
    this.artifacts = new ArtifactsBucket(this, 'Artifacts', surroundings);
    this.evidence = new EvidenceBucket(this, 'Evidence', surroundings);
    new CfnOutput(this, 'EvidenceBucket', { value: this.evidence.bucketName });
  }

  #encryptionKey({ stage, key: given }: DataStackProps): IKey {
    const key =
      given === undefined
        ? new Key(this, 'Key', {
            alias: `countinghouse-${stage.name}`,
            description: 'Encrypts the tables and the logs of Countinghouse.',
            enableKeyRotation: true,
            removalPolicy: stage.dataRemoval,
          })
        : importKey(this, given);
    permitServices(key, stage);
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

  #table(id: string, stage: Stage, stream?: StreamViewType): TenantTable {
    return new TenantTable(this, id, { stage, key: this.key, ...(stream && { stream }) });
  }
}

function importKey(scope: Construct, key: IKey | string): IKey {
  return typeof key === 'string' ? Key.fromKeyArn(scope, 'Key', key) : key;
}
