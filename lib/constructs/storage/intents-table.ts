import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { acknowledge } from '../findings/acknowledge.ts';
import { TABLE_RULES } from '../findings/acknowledged-rules.ts';

/**
 * Where requests wait for contended accounts (ADR 125). It stands in the stack of the functions that use it, because
 * it holds no record: it has no stream, no backup, and goes with the setting.
 */
export class IntentsTable extends Table {
  constructor(scope: Construct, id: string, { key }: { readonly key: IKey }) {
    super(scope, id, {
      partitionKey: { name: 'PK', type: AttributeType.STRING },
      sortKey: { name: 'SK', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: key,
      timeToLiveAttribute: 'ttl',
      removalPolicy: RemovalPolicy.DESTROY,
    });
    acknowledge(this, TABLE_RULES.notRecovered);
    acknowledge(this, TABLE_RULES.backedUpElsewhere);
  }
}
