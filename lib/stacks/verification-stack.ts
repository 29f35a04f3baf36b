import { Duration, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import { buildAllowStatement, LambdaFunction } from '../constructs/lambda/lambda-function.ts';
import type { OperationFunctionProps } from '../constructs/api/operation-function.ts';

/** Lambda's maximum. */
const TIMEOUT = Duration.minutes(15);

/** In UTC, at night for an institution in Europe or Africa. */
const DAILY = Schedule.cron({ hour: '2', minute: '17' });

/** Verifies the ledger every day. */
export class VerificationStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps & OperationFunctionProps) {
    super(scope, id, props);
    const { stage, bundles, key, tables } = props;
    const verification = new LambdaFunction(this, 'verify-books', {
      stage,
      bundles,
      key,
      description: 'Verifies balances, sequences and hash chains against the immutable records.',
      timeoutSeconds: TIMEOUT.toSeconds(),
      environment: {
        LEDGER_TABLE: tables.ledger.tableName,
        RECEIPTS_TABLE: tables.receipts.tableName,
        PROJECTIONS_TABLE: tables.projections.tableName,
        WRITE_SHARDS: String(stage.writeShards),
      },
      // The verification reads whole tables, and its role grants nothing else.
      statements: [
        buildAllowStatement(
          ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:Scan'],
          [tables.ledger.tableArn],
        ),
        buildAllowStatement(['dynamodb:Scan'], [tables.receipts.tableArn]),
        buildAllowStatement(
          ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
          [tables.projections.tableArn],
        ),
        buildAllowStatement(['kms:Decrypt', 'kms:DescribeKey'], [key.keyArn]),
      ],
    }).function;
    const target = new FunctionTarget(verification);
    new Rule(this, 'Daily', {
      description: 'Starts the daily verification of the ledger.',
      schedule: DAILY,
      targets: [target],
    });
  }
}
