import { Duration, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import { buildPartitionGrant, buildTableKeyGrant } from '../constructs/lambda/grants.ts';
import { buildAllowStatement, LambdaFunction } from '../constructs/lambda/lambda-function.ts';
import type { EvidenceBucket } from '../constructs/storage/evidence-bucket.ts';
import type { OperationFunctionProps } from '../constructs/api/operation-function.ts';

/** Lambda's maximum. */
const TIMEOUT = Duration.minutes(15);

/** In UTC, at night for an institution in Europe or Africa. */
const DAILY = Schedule.cron({ hour: '2', minute: '17' });

/** What the newest verification found in the records of each tenant. */
const VERDICT_PARTITIONS = ['T#*#VRD'];

export interface VerificationStackProps extends StackProps, OperationFunctionProps {
  readonly evidence: EvidenceBucket;
}

/** Verifies the ledger every day. */
export class VerificationStack extends Stack {
  constructor(scope: Construct, id: string, props: VerificationStackProps) {
    super(scope, id, props);
    const { stage, bundles, key, tables, evidence } = props;
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
        EVIDENCE_BUCKET: evidence.bucketName,
      },
      // The verification reads whole tables, and writes nothing but its verdicts.
      statements: [
        buildAllowStatement(
          ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:Scan'],
          [tables.ledger.tableArn],
        ),
        buildAllowStatement(['dynamodb:GetItem', 'dynamodb:Scan'], [tables.receipts.tableArn]),
        buildAllowStatement(
          ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
          [tables.projections.tableArn],
        ),
        buildAllowStatement(['s3:GetObject'], [evidence.arnForObjects('*')]),
        // Without this grant, S3 answers 403 instead of 404 for a missing object.
        buildAllowStatement(['s3:ListBucket'], [evidence.bucketArn]),
        buildPartitionGrant(['PutItem'], tables.projections, VERDICT_PARTITIONS),
        buildTableKeyGrant(key),
      ],
      objects: [`${evidence.exportedArn}/*`],
    }).function;
    const target = new FunctionTarget(verification);
    new Rule(this, 'Daily', {
      description: 'Starts the daily verification of the ledger.',
      schedule: DAILY,
      targets: [target],
    });
  }
}
