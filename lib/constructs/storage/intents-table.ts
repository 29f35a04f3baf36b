import { CfnParameter, RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import type { Stage } from '../../config/stages.ts';
import { acknowledge } from '../findings/acknowledge.ts';
import { TABLE_RULES } from '../findings/acknowledged-rules.ts';
import { buildTableParameterName } from './stored-tables.ts';

export interface IntentsTableProps {
  readonly stage: Stage;
  readonly key: IKey;
}

/**
 * Where requests wait for contended accounts (ADR 125). It stands in the stack of the functions that use it, because
 * it holds no record: it has no stream, no backup, and goes with the setting.
 */
export class IntentsTable extends Table {
  constructor(scope: Construct, id: string, { stage, key }: IntentsTableProps) {
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
    new StringParameter(this, 'Name', {
      parameterName: buildTableParameterName(stage.name, PARAMETER),
      stringValue: this.tableName,
      description: 'The table of intents, for its alarm.',
    });
  }
}

const PARAMETER = 'intents';

/** Refers to the table from another stack, by a parameter: an export could not go with the setting. */
export function referToIntents(scope: Construct, stage: Stage): ITable {
  const { valueAsString } = new CfnParameter(scope, 'IntentsTable', {
    type: 'AWS::SSM::Parameter::Value<String>',
    default: buildTableParameterName(stage.name, PARAMETER),
  });
  return Table.fromTableName(scope, 'IntentsInUse', valueAsString);
}
