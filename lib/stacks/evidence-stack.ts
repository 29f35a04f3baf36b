import { Aws, CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { RECEIPT_INDEXES } from '../../functions/ledger/store/indexes.ts';
import type { Stage } from '../config/stages.ts';
import type {
  OperationFunctionProps,
  StoragelessProps,
} from '../constructs/api/operation-function.ts';
import { buildPartitionGrant } from '../constructs/lambda/grants.ts';
import { buildObjectKeyGrant, buildTableKeyGrant } from '../constructs/lambda/key-grants.ts';
import { buildAllowStatement } from '../constructs/allow-statement.ts';
import { LambdaFunction } from '../constructs/lambda/lambda-function.ts';
import { referToTables } from '../constructs/storage/replaceable-table.ts';
import { buildRuleTarget } from '../constructs/lambda/rule-target.ts';
import { SEALING_SECONDS } from '../constructs/lambda/timeouts.ts';
import type { EvidenceBucket } from '../constructs/storage/evidence-bucket.ts';

export interface EvidenceStackProps extends StackProps, StoragelessProps {
  readonly evidence: EvidenceBucket;
}

type SealingProps = OperationFunctionProps & Pick<EvidenceStackProps, 'evidence'>;

/** What signing the manifests of exports needs. */
export interface ManifestSigning {
  readonly key: IKey;
  /** The start of the names of the logs. */
  readonly origin: string;
  /** Seals the receipts of a tenant before an export names a checkpoint. */
  readonly sealing: IFunction;
}

function buildLogHost({ evidenceHost, name }: Stage): string {
  return `${evidenceHost ?? Aws.ACCOUNT_ID}/${name}`;
}

/** What sealing may write in the ledger: the state of the logs. */
const LOG_PARTITIONS = ['T#*#LOG', 'T#*#LGM'];

/** What sealing may delete: a version stays until its lock ends, which no grant here shortens. */
const PARTIAL_TILES = '*/tile/*.p/*';

/** The list of tenants. */
const TENANTS_PARTITIONS = ['T#*#SLT'];

/** Before the daily verification, which then finds nothing late. */
const NIGHTLY = Schedule.cron({ hour: '1', minute: '17' });

/** Seals the receipts into the evidence logs. Its function signs checkpoints with the key of the logs, and one task of exports their manifests. */
export class EvidenceStack extends Stack {
  readonly signing: ManifestSigning;

  constructor(scope: Construct, id: string, props: EvidenceStackProps) {
    super(scope, id, props);
    const key = this.#signingKey(props.stage);
    const tables = referToTables(this, props.stage);
    const sealing = this.#sealing({ ...props, tables }, key);
    this.signing = { key, origin: buildLogHost(props.stage), sealing: sealing.function };
    // A run that was missed or failed needs no repetition: the next one does its work.
    const target = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };
    new Rule(this, 'EachMinute', {
      description: 'Seals the receipts that have settled.',
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [buildRuleTarget(sealing, target)],
    });
    new Rule(this, 'Nightly', {
      description: 'Seals receipts that came late, however late.',
      schedule: NIGHTLY,
      targets: [
        buildRuleTarget(sealing, {
          ...target,
          event: RuleTargetInput.fromObject({ thorough: true }),
        }),
      ],
    });
    new CfnOutput(this, 'SigningKeyArn', { value: key.keyArn });
  }

  // KMS cannot rotate an Ed25519 key. Auditors need the verifier key of a new one before it signs.
  #signingKey(stage: Stage): Key {
    return new Key(this, 'SigningKey', {
      alias: `countinghouse-${stage.name}-evidence`,
      description: 'Signs the checkpoints of the evidence logs of Countinghouse.',
      keySpec: KeySpec.ECC_NIST_EDWARDS25519,
      keyUsage: KeyUsage.SIGN_VERIFY,
      removalPolicy: stage.dataRemoval,
    });
  }

  #sealing(props: SealingProps, signingKey: Key): LambdaFunction {
    const { stage, evidence, tables } = props;
    const objects = ['*', PARTIAL_TILES].map((keys) => `${evidence.exportedArn}/${keys}`);
    return new LambdaFunction(this, 'seal-receipts', {
      ...props,
      description: 'Seals the receipts of all tenants into their evidence logs.',
      timeoutSeconds: SEALING_SECONDS,
      // Simultaneous runs would make the same log, and repeat each other's work.
      concurrency: 1,
      // A run that meets a longer one waits until that must have ended, and is no failure.
      asynchronous: { retries: 0, waits: Duration.seconds(SEALING_SECONDS + 300) },
      environment: {
        LEDGER_TABLE: tables.ledger.tableName,
        RECEIPTS_TABLE: tables.receipts.tableName,
        PROJECTIONS_TABLE: tables.projections.tableName,
        WRITE_SHARDS: String(stage.writeShards),
        SETTLE_SECONDS: String(stage.settleSeconds),
        EVIDENCE_BUCKET: evidence.bucketName,
        EVIDENCE_SIGNING_KEY: signingKey.keyArn,
        EVIDENCE_ORIGIN: buildLogHost(stage),
        EVIDENCE_WITNESSES: JSON.stringify(stage.witnesses),
      },
      statements: this.#statements(props, signingKey),
      objects,
    });
  }

  #statements({ evidence, key, tables }: SealingProps, signingKey: Key): PolicyStatement[] {
    const feed = `${tables.receipts.tableArn}/index/${RECEIPT_INDEXES.feed.name}`;
    return [
      buildAllowStatement(['dynamodb:Query'], [feed]),
      buildPartitionGrant(['Query'], tables.projections, TENANTS_PARTITIONS),
      buildAllowStatement(['dynamodb:BatchGetItem'], [tables.receipts.tableArn]),
      buildAllowStatement(
        ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
        [tables.ledger.tableArn],
      ),
      buildPartitionGrant(['PutItem'], tables.ledger, LOG_PARTITIONS),
      buildAllowStatement(
        ['s3:GetObject', 's3:PutObject', 's3:GetObjectRetention', 's3:PutObjectRetention'],
        [evidence.arnForObjects('*')],
      ),
      buildAllowStatement(['s3:DeleteObject'], [evidence.arnForObjects(PARTIAL_TILES)]),
      // Without this grant, S3 answers 403 instead of 404 for a missing object.
      buildAllowStatement(['s3:ListBucket'], [evidence.bucketArn]),
      buildAllowStatement(['kms:GetPublicKey', 'kms:Sign'], [signingKey.keyArn]),
      buildTableKeyGrant(key),
      buildObjectKeyGrant(key),
    ];
  }
}
