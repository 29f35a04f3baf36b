import { Construct } from 'constructs';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { kebab, operations } from '../../functions/operations.ts';
import type { OperationName, Use } from '../../functions/operations.ts';
import { allow, LambdaFunction } from './lambda-function.ts';
import type { Stage } from '../config/stages.ts';

export interface Tables {
  readonly ledger: ITable;
  readonly receipts: ITable;
  readonly projections: ITable;
}

export interface OperationFunctionProps {
  readonly stage: Stage;
  readonly bundles: string;
  readonly key: IKey;
  readonly tables: Tables;
}

/** The Lambda of a row: what the row uses is what it may do and what it is told. */
export class OperationFunction extends LambdaFunction {
  constructor(scope: Construct, name: OperationName, props: OperationFunctionProps) {
    const { tables, stage, key } = props;
    const { uses, summary } = operations[name];
    super(scope, kebab(name), {
      ...props,
      description: summary,
      environment: {
        LEDGER_TABLE: tables.ledger.tableName,
        RECEIPTS_TABLE: tables.receipts.tableName,
        PROJECTIONS_TABLE: tables.projections.tableName,
        WRITE_SHARDS: String(stage.writeShards),
      },
      statements: [...tableGrants(uses, tables), keyGrant(uses, key)],
    });
  }
}

function tableGrants(uses: readonly Use[], tables: Tables): PolicyStatement[] {
  const parts = uses.map((use) => use.split(':') as [string, string]);
  const places = [...new Set(parts.map(([place]) => place))].sort();
  return places.map((place) => {
    const mine = parts.filter(([other]) => other === place);
    const actions = mine.map(([, action]) => `dynamodb:${action}`);
    return allow(actions, [arnOf(place, tables)]);
  });
}

// A place is a table, or an index of one after a slash.
function arnOf(place: string, tables: Tables): string {
  const [table = '', index] = place.split('/');
  const { tableArn } = tables[table as keyof Tables];
  return index === undefined ? tableArn : `${tableArn}/index/${index}`;
}

// DynamoDB uses the tables' key on behalf of the caller.
function keyGrant(uses: readonly Use[], key: IKey): PolicyStatement {
  const isWriting = uses.some((use) => use.endsWith(':PutItem'));
  const writing = ['kms:Encrypt', 'kms:GenerateDataKey', 'kms:ReEncryptFrom', 'kms:ReEncryptTo'];
  return allow(['kms:Decrypt', 'kms:DescribeKey', ...(isWriting ? writing : [])], [key.keyArn]);
}
