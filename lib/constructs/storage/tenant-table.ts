import { AttributeType, BillingMode, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import type { TableProps } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Index } from '../../../functions/ledger/store/indexes.ts';
import type { Stage } from '../../config/stages.ts';

export interface TenantTableProps extends Pick<TableProps, 'stream' | 'timeToLiveAttribute'> {
  readonly stage: Stage;
  readonly key: IKey;
}

/** A table whose partitions belong to tenants: encrypted, restorable to any second, and kept by its stage. */
export class TenantTable extends Table {
  constructor(
    scope: Construct,
    id: string,
    { stage, key, stream, timeToLiveAttribute }: TenantTableProps,
  ) {
    super(scope, id, {
      partitionKey: { name: 'PK', type: AttributeType.STRING },
      sortKey: { name: 'SK', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: key,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: stage.isProtected,
      removalPolicy: stage.dataRemoval,
      ...(stream && { stream }),
      ...(timeToLiveAttribute !== undefined && { timeToLiveAttribute }),
    });
  }

  /** Adds an index that holds the items which have its partition key. */
  addIndex({ name, partition, sort }: Index): void {
    this.addGlobalSecondaryIndex({
      indexName: name,
      partitionKey: { name: partition, type: AttributeType.STRING },
      sortKey: { name: sort, type: AttributeType.STRING },
    });
  }
}
