import { Duration, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import type { EventPattern } from 'aws-cdk-lib/aws-events';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { buildScheduleGroupName } from '../config/stages.ts';
import { TaskMachine } from '../constructs/state-machines/task-machine.ts';
import { BATCH_TASKS, BATCHES_ONLY } from '../constructs/state-machines/batch-tasks.ts';
import type { BatchTask, BatchTaskName } from '../constructs/state-machines/batch-tasks.ts';
import { buildExportDefinition } from '../constructs/state-machines/export-definition.ts';
import { buildPeriodCloseDefinition } from '../constructs/state-machines/period-close-definition.ts';
import { buildImportDefinition } from '../constructs/state-machines/import-definition.ts';
import { buildGrants, listObjectArns } from '../constructs/lambda/grants.ts';
import { buildQueueKeyGrant } from '../constructs/lambda/key-grants.ts';
import { buildAllowStatement } from '../constructs/allow-statement.ts';
import { LambdaFunction } from '../constructs/lambda/lambda-function.ts';
import { buildRuleTarget } from '../constructs/lambda/rule-target.ts';
import type {
  OperationFunctionProps,
  StoragelessProps,
} from '../constructs/api/operation-function.ts';
import { referToTable, referToTables } from '../constructs/storage/replaceable-table.ts';
import { buildStoreEnvironment } from '../constructs/lambda/store-environment.ts';
import type { ManifestSigning } from './evidence-stack.ts';

export interface BatchesStackProps extends StackProps, StoragelessProps {
  readonly signing: ManifestSigning;
}

type BatchFunctions = Readonly<Record<BatchTaskName, LambdaFunction>>;

/** For minutes of an outage, and hours without a free container. */
const REPEATED = { retries: 2, waits: Duration.hours(6) };

/** Far longer than the largest batches take: what lasts longer is stuck. */
const EXPORT_LIMIT = Duration.days(2);
const IMPORT_LIMIT = Duration.days(1);
const CLOSING_LIMIT = Duration.days(1);

/** The task that signs the manifests of exports, each of which it has built itself (ADR 106). */
const SIGNING_TASK = 'assemble-regulatory-export';

/** The tasks of batches and their state machines, which the publisher of events starts. */
export class BatchesStack extends Stack {
  constructor(scope: Construct, id: string, props: BatchesStackProps) {
    super(scope, id, props);
    const tables = referToTables(this, props.stage);
    const identityTable = referToTable(this, props.stage, 'identity');
    const tasks = this.#tasks({ ...props, tables, identityTable });
    this.#scheduling(props, tasks['request-scheduled-export']);
    const { sealing } = props.signing;
    const machines = [
      this.#exportMachine(props, tasks, sealing),
      this.#importMachine(props, tasks),
    ];
    const arns = machines.map(({ machine }) => machine.stateMachineArn);
    this.#watcher(arns, tasks['fail-ended-batch']);
    this.#periodCloseMachine(props, tasks);
  }

  /** Schedules, which `npm run admin -- schedule set` creates, call their function with this role. */
  #scheduling({ stage, key }: StoragelessProps, target: LambdaFunction): void {
    new CfnScheduleGroup(this, 'Schedules', { name: buildScheduleGroupName(stage) });
    new Role(this, 'Scheduler', {
      roleName: `countinghouse-${stage.name}-scheduler-${this.region}`,
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
      inlinePolicies: {
        Own: new PolicyDocument({
          statements: [
            buildAllowStatement(['lambda:InvokeFunction'], [target.function.functionArn]),
            // What it cannot hand to the function goes to the queue of the function.
            buildAllowStatement(['sqs:SendMessage'], [requireFailures(target).queueArn]),
            buildQueueKeyGrant(key),
          ],
        }),
      },
    });
  }

  #tasks(props: BatchesStackProps & OperationFunctionProps): BatchFunctions {
    const made = Object.entries<BatchTask>(BATCH_TASKS).map(([name, task]) => [
      name,
      new LambdaFunction(this, name, {
        ...props,
        description: task.description,
        timeoutSeconds: task.timeoutSeconds,
        ...(task.isAsynchronous && { asynchronous: REPEATED }),
        environment: {
          ...buildStoreEnvironment(task.uses, props),
          SETTLE_SECONDS: String(props.stage.settleSeconds),
          PERIOD_SETTLE_SECONDS: String(props.stage.periodSettleSeconds),
          IMPORT_RETENTION_DAYS: String(props.stage.importRetentionDays),
          ...(name === SIGNING_TASK && {
            EVIDENCE_SIGNING_KEY: props.signing.key.keyArn,
            EVIDENCE_ORIGIN: props.signing.origin,
          }),
        },
        statements: [
          ...buildGrants(task.uses, props, task.writes ?? BATCHES_ONLY),
          ...(name === SIGNING_TASK ? [buildSigningGrant(props.signing)] : []),
        ],
        objects: listObjectArns(task.uses, props),
      }),
    ]);
    return Object.fromEntries(made) as BatchFunctions;
  }

  #exportMachine(
    { stage, key }: StoragelessProps,
    tasks: BatchFunctions,
    seal: IFunction,
  ): TaskMachine {
    const functions = {
      begin: tasks['begin-regulatory-export'].function,
      plan: tasks['plan-regulatory-export'].function,
      write: tasks['write-export-slice'].function,
      seal,
      cover: tasks['cover-regulatory-export'].function,
      assemble: tasks['assemble-regulatory-export'].function,
      complete: tasks['complete-regulatory-export'].function,
      fail: tasks['fail-batch'].function,
    };
    return new TaskMachine(this, 'regulatory-export', {
      stage,
      key,
      definition: buildExportDefinition((task) => functions[task].functionArn),
      limit: EXPORT_LIMIT,
      functions: Object.values(functions),
    });
  }

  #importMachine({ stage, key }: StoragelessProps, tasks: BatchFunctions): TaskMachine {
    const functions = {
      await: tasks['await-legacy-import'].function,
      receive: tasks['receive-legacy-import'].function,
      validate: tasks['validate-legacy-import'].function,
      assemble: tasks['assemble-legacy-import'].function,
      complete: tasks['complete-legacy-import'].function,
      fail: tasks['fail-batch'].function,
    };
    return new TaskMachine(this, 'legacy-import', {
      stage,
      key,
      definition: buildImportDefinition((task) => functions[task].functionArn),
      limit: IMPORT_LIMIT,
      functions: Object.values(functions),
    });
  }

  #periodCloseMachine({ stage, key }: StoragelessProps, tasks: BatchFunctions): void {
    const functions = {
      sum: tasks['sum-period-entries'].function,
      complete: tasks['complete-period-close'].function,
      fail: tasks['fail-period-close'].function,
    };
    const { machine } = new TaskMachine(this, 'period-close', {
      stage,
      key,
      definition: buildPeriodCloseDefinition(
        (task) => functions[task].functionArn,
        stage.periodSettleSeconds,
      ),
      limit: CLOSING_LIMIT,
      functions: Object.values(functions),
    });
    new Rule(this, 'PeriodCloseEnded', {
      description: 'Fails the closings of executions that failed, timed out or were aborted.',
      eventPattern: buildEndPattern([machine.stateMachineArn]),
      targets: [buildRuleTarget(tasks['fail-ended-period-close'])],
    });
  }

  /** Fails the batch of every execution that ends without success, so that none stays RUNNING (ADR 046). */
  #watcher(stateMachineArn: string[], target: LambdaFunction): void {
    new Rule(this, 'Ended', {
      description: 'Fails the batches of executions that failed, timed out or were aborted.',
      eventPattern: buildEndPattern(stateMachineArn),
      targets: [buildRuleTarget(target)],
    });
  }
}

function requireFailures({ failures, node }: LambdaFunction): IQueue {
  if (!failures) throw new Error(`${node.id} keeps no failures.`);
  return failures;
}

function buildSigningGrant({ key }: ManifestSigning): PolicyStatement {
  return buildAllowStatement(['kms:GetPublicKey', 'kms:Sign'], [key.keyArn]);
}

// Every end of an execution of these machines that is no success.
function buildEndPattern(stateMachineArn: string[]): EventPattern {
  return {
    source: ['aws.states'],
    detailType: ['Step Functions Execution Status Change'],
    detail: { status: ['FAILED', 'TIMED_OUT', 'ABORTED'], stateMachineArn },
  };
}
