import { Duration, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import type { Construct } from 'constructs';
import { buildPartitionGrant, buildTableKeyGrant } from '../constructs/lambda/grants.ts';
import { buildAllowStatement, LambdaFunction } from '../constructs/lambda/lambda-function.ts';
import { referToTables } from '../constructs/storage/replaceable-table.ts';
import { buildRuleTarget } from '../constructs/lambda/rule-target.ts';
import { VERIFICATION_SECONDS } from '../constructs/lambda/timeouts.ts';
import type { EvidenceBucket } from '../constructs/storage/evidence-bucket.ts';
import type { StoragelessProps } from '../constructs/api/operation-function.ts';

/** In UTC, at night for an institution in Europe or Africa. */
const DAILY = Schedule.cron({ hour: '2', minute: '17' });

/** What the newest verification found in the records of each tenant. */
const VERDICT_PARTITIONS = ['T#*#VRD'];

export interface VerificationStackProps extends StackProps, StoragelessProps {
  readonly evidence: EvidenceBucket;
}

/** Verifies the ledger every day. */
export class VerificationStack extends Stack {
  constructor(scope: Construct, id: string, props: VerificationStackProps) {
    super(scope, id, props);
    const { stage, bundles, key, evidence } = props;
    const tables = referToTables(this, stage);
    const verification = new LambdaFunction(this, 'verify-books', {
      stage,
      bundles,
      key,
      description: 'Verifies balances, sequences and hash chains against the immutable records.',
      timeoutSeconds: VERIFICATION_SECONDS,
      // Another night does the same work, so a run that found no container need not wait for hours.
      asynchronous: { retries: 2, waits: Duration.hours(1) },
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
    });
    new Rule(this, 'Daily', {
      description: 'Starts the daily verification of the ledger.',
      schedule: DAILY,
      targets: [buildRuleTarget(verification)],
    });
  }
}
