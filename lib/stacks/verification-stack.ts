import { Duration, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import { buildAllowStatement, LambdaFunction } from '../constructs/lambda/lambda-function.ts';
import type { OperationFunctionProps } from '../constructs/api/operation-function.ts';

/** The longest that a function may take. */
const TIMEOUT = Duration.minutes(15);

/** When it is night in most of the places where the institution's customers are likely to be. */
const DAILY = Schedule.cron({ hour: '2', minute: '17' });

/** Verifies the ledger every day; in its own stack, because only the auditor may read all of it. */
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
        WRITE_SHARDS: String(stage.writeShards),
      },
      // Only the auditor reads whole tables, and it can do nothing else.
      statements: [
        buildAllowStatement(
          ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:Scan'],
          [tables.ledger.tableArn],
        ),
        buildAllowStatement(['dynamodb:Scan'], [tables.receipts.tableArn]),
        buildAllowStatement(['kms:Decrypt', 'kms:DescribeKey'], [key.keyArn]),
      ],
    }).function;
    const target = new FunctionTarget(verification);
    new Rule(this, 'Daily', {
      description: 'Verifies the books.',
      schedule: DAILY,
      targets: [target],
    });
  }
}
