import { Duration, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { VERIFICATION_PREFIX } from '../../functions/artifacts/locations.ts';
import { hashBundle } from '../constructs/lambda/bundles.ts';
import { buildPartitionGrant } from '../constructs/lambda/grants.ts';
import {
  buildObjectKeyGrant,
  buildReadKeyGrant,
  buildTableKeyGrant,
} from '../constructs/lambda/key-grants.ts';
import type { LedgerTables } from '../constructs/storage/ledger-tables.ts';
import { buildAllowStatement } from '../constructs/allow-statement.ts';
import { LambdaFunction } from '../constructs/lambda/lambda-function.ts';
import { referToTables } from '../constructs/storage/replaceable-table.ts';
import { buildRuleTarget } from '../constructs/lambda/rule-target.ts';
import { VERIFICATION_START_SECONDS } from '../constructs/lambda/timeouts.ts';
import { buildStateMachineArn } from '../constructs/state-machines/state-machine-arn.ts';
import { TaskMachine } from '../constructs/state-machines/task-machine.ts';
import { buildVerificationDefinition } from '../constructs/state-machines/verification-definition.ts';
import { VERIFICATION_TASKS } from '../constructs/state-machines/verification-tasks.ts';
import type { VerificationTaskName } from '../constructs/state-machines/verification-tasks.ts';
import type { ArtifactsBucket } from '../constructs/storage/artifacts-bucket.ts';
import type { EvidenceBucket } from '../constructs/storage/evidence-bucket.ts';
import type { StoragelessProps } from '../constructs/api/operation-function.ts';

/** In UTC, at night for an institution in Europe or Africa. */
const DAILY = Schedule.cron({ hour: '2', minute: '17' });

/** What the newest verification found in the records of each tenant. */
const VERDICT_PARTITIONS = ['T#*#VRD'];

/** Its tasks end a run after half a day; what lasts longer is stuck. */
const VERIFICATION_LIMIT = Duration.days(1);

const MACHINE = 'verify-ledger';

export interface VerificationStackProps extends StackProps, StoragelessProps {
  readonly artifacts: ArtifactsBucket;
  readonly evidence: EvidenceBucket;
}

type TaskParts = VerificationStackProps & { readonly tables: LedgerTables };

/** Verifies the ledger every day. */
export class VerificationStack extends Stack {
  constructor(scope: Construct, id: string, props: VerificationStackProps) {
    super(scope, id, props);
    const { stage, key } = props;
    const parts: TaskParts = { ...props, tables: referToTables(this, stage) };
    const functions = {
      plan: this.#task('plan-verification', parts, buildPlanGrants(parts)),
      scan: this.#task('verify-ledger-segment', parts, [
        ...buildReadGrants(parts),
        buildReadKeyGrant(key),
      ]),
      conclude: this.#task('conclude-verification', parts, [
        ...buildReadGrants(parts),
        // Which generation is served, and what it has applied.
        buildAllowStatement(['dynamodb:GetItem'], [parts.tables.projections.tableArn]),
        buildPartitionGrant(['PutItem'], parts.tables.projections, VERDICT_PARTITIONS),
        buildTableKeyGrant(key),
      ]),
    };
    new TaskMachine(this, MACHINE, {
      stage,
      key,
      definition: buildVerificationDefinition((name) => functions[name].functionArn),
      limit: VERIFICATION_LIMIT,
      functions: Object.values(functions),
      isDistributed: true,
    });
    this.#schedule(props);
  }

  /** Calls the function that starts the state machine, which keeps what it could not start in its queue. */
  #schedule(props: VerificationStackProps): void {
    const machine = buildStateMachineArn(this, `${props.stage.name}-${MACHINE}`);
    const starter = new LambdaFunction(this, 'verify-books', {
      ...props,
      description: 'Starts the nightly verification of the ledger.',
      timeoutSeconds: VERIFICATION_START_SECONDS,
      // Another night does the same work, so a run that found no container need not wait for hours.
      asynchronous: { retries: 2, waits: Duration.hours(1) },
      environment: { VERIFICATION_MACHINE: machine },
      statements: [buildAllowStatement(['states:StartExecution'], [machine])],
    });
    new Rule(this, 'Daily', {
      description: 'Starts the daily verification of the ledger.',
      schedule: DAILY,
      targets: [buildRuleTarget(starter)],
    });
  }

  #task(name: VerificationTaskName, parts: TaskParts, statements: readonly PolicyStatement[]) {
    const { stage, bundles, key, tables, artifacts, evidence } = parts;
    const checkpoints = `${VERIFICATION_PREFIX}*`;
    const { function: made } = new LambdaFunction(this, name, {
      stage,
      bundles,
      key,
      ...VERIFICATION_TASKS[name],
      environment: {
        LEDGER_TABLE: tables.ledger.tableName,
        RECEIPTS_TABLE: tables.receipts.tableName,
        PROJECTIONS_TABLE: tables.projections.tableName,
        WRITE_SHARDS: String(stage.writeShards),
        EVIDENCE_BUCKET: evidence.bucketName,
        ARTIFACTS_BUCKET: artifacts.bucketName,
        ARTIFACT_LOCK_MODE: stage.artifactLock,
        CODE_VERSION: hashBundle(`${bundles}/verify-ledger-segment`),
      },
      statements: [
        ...statements,
        buildAllowStatement(
          ['s3:GetObject', 's3:PutObject'],
          [artifacts.arnForObjects(checkpoints)],
        ),
        // Without this grant, S3 answers 403 instead of 404 for a missing object.
        buildAllowStatement(['s3:ListBucket'], [artifacts.bucketArn]),
        buildObjectKeyGrant(key),
      ],
      objects: [`${evidence.exportedArn}/*`, `${artifacts.exportedArn}/${checkpoints}`],
    });
    return made;
  }
}

function buildPlanGrants({ tables }: TaskParts): PolicyStatement[] {
  const arns = [tables.ledger, tables.receipts, tables.projections].map(({ tableArn }) => tableArn);
  return [buildAllowStatement(['dynamodb:DescribeTable'], arns)];
}

// The verification reads whole tables, and writes nothing but its checkpoints and its verdicts.
function buildReadGrants({ tables, evidence }: TaskParts): PolicyStatement[] {
  return [
    buildAllowStatement(
      ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:Scan'],
      [tables.ledger.tableArn],
    ),
    buildAllowStatement(['dynamodb:GetItem', 'dynamodb:Scan'], [tables.receipts.tableArn]),
    buildAllowStatement(['dynamodb:BatchGetItem', 'dynamodb:Query'], [tables.projections.tableArn]),
    buildAllowStatement(['s3:GetObject'], [evidence.arnForObjects('*')]),
    buildAllowStatement(['s3:ListBucket'], [evidence.bucketArn]),
  ];
}
