import { Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import type { EventPattern } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import { TaskMachine } from '../constructs/state-machines/task-machine.ts';
import { BATCH_TASKS, BATCHES_ONLY } from '../constructs/state-machines/batch-tasks.ts';
import type { BatchTask, BatchTaskName } from '../constructs/state-machines/batch-tasks.ts';
import { buildExportDefinition } from '../constructs/state-machines/export-definition.ts';
import { buildPeriodCloseDefinition } from '../constructs/state-machines/period-close-definition.ts';
import { buildImportDefinition } from '../constructs/state-machines/import-definition.ts';
import { buildGrants, listObjectArns } from '../constructs/lambda/grants.ts';
import { buildAllowStatement, LambdaFunction } from '../constructs/lambda/lambda-function.ts';
import type { OperationFunctionProps } from '../constructs/api/operation-function.ts';
import { buildStoreEnvironment } from '../constructs/lambda/store-environment.ts';
import type { ManifestSigning } from './evidence-stack.ts';

export interface BatchesStackProps extends StackProps, OperationFunctionProps {
  readonly signing: ManifestSigning;
}

/** The task that signs the manifests of exports, each of which it has built itself (ADR 106). */
const SIGNING_TASK = 'assemble-regulatory-export';

/** The tasks of batches and their state machines, which the publisher of events starts. */
export class BatchesStack extends Stack {
  constructor(scope: Construct, id: string, props: BatchesStackProps) {
    super(scope, id, props);
    const tasks = this.#tasks(props);
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
  #scheduling({ stage }: OperationFunctionProps, target: IFunction): void {
    new CfnScheduleGroup(this, 'Schedules', { name: `countinghouse-${stage.name}` });
    new Role(this, 'Scheduler', {
      roleName: `countinghouse-${stage.name}-scheduler-${this.region}`,
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
      inlinePolicies: {
        Own: new PolicyDocument({
          statements: [buildAllowStatement(['lambda:InvokeFunction'], [target.functionArn])],
        }),
      },
    });
  }

  #tasks(props: BatchesStackProps): Record<BatchTaskName, IFunction> {
    const made = Object.entries<BatchTask>(BATCH_TASKS).map(([name, task]) => [
      name,
      new LambdaFunction(this, name, {
        ...props,
        description: task.description,
        timeoutSeconds: task.timeoutSeconds,
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
      }).function,
    ]);
    return Object.fromEntries(made) as Record<BatchTaskName, IFunction>;
  }

  #exportMachine(
    { stage, key }: OperationFunctionProps,
    tasks: Record<BatchTaskName, IFunction>,
    seal: IFunction,
  ): TaskMachine {
    const functions = {
      begin: tasks['begin-regulatory-export'],
      plan: tasks['plan-regulatory-export'],
      write: tasks['write-export-slice'],
      seal,
      cover: tasks['cover-regulatory-export'],
      assemble: tasks['assemble-regulatory-export'],
      complete: tasks['complete-regulatory-export'],
      fail: tasks['fail-batch'],
    };
    return new TaskMachine(this, 'regulatory-export', {
      stage,
      key,
      definition: buildExportDefinition((task) => functions[task].functionArn),
      functions: Object.values(functions),
    });
  }

  #importMachine(
    { stage, key }: OperationFunctionProps,
    tasks: Record<BatchTaskName, IFunction>,
  ): TaskMachine {
    const functions = {
      await: tasks['await-legacy-import'],
      receive: tasks['receive-legacy-import'],
      validate: tasks['validate-legacy-import'],
      assemble: tasks['assemble-legacy-import'],
      complete: tasks['complete-legacy-import'],
      fail: tasks['fail-batch'],
    };
    return new TaskMachine(this, 'legacy-import', {
      stage,
      key,
      definition: buildImportDefinition((task) => functions[task].functionArn),
      functions: Object.values(functions),
    });
  }

  #periodCloseMachine(
    { stage, key }: OperationFunctionProps,
    tasks: Record<BatchTaskName, IFunction>,
  ): void {
    const functions = {
      sum: tasks['sum-period-entries'],
      complete: tasks['complete-period-close'],
      fail: tasks['fail-period-close'],
    };
    const { machine } = new TaskMachine(this, 'period-close', {
      stage,
      key,
      definition: buildPeriodCloseDefinition(
        (task) => functions[task].functionArn,
        stage.periodSettleSeconds,
      ),
      functions: Object.values(functions),
    });
    new Rule(this, 'PeriodCloseEnded', {
      description: 'Fails the closings of executions that failed, timed out or were aborted.',
      eventPattern: buildEndPattern([machine.stateMachineArn]),
      targets: [new FunctionTarget(tasks['fail-ended-period-close'])],
    });
  }

  /** Fails the batch of every execution that ends without success, so that none stays RUNNING (ADR 046). */
  #watcher(stateMachineArn: string[], target: IFunction): void {
    new Rule(this, 'Ended', {
      description: 'Fails the batches of executions that failed, timed out or were aborted.',
      eventPattern: buildEndPattern(stateMachineArn),
      targets: [new FunctionTarget(target)],
    });
  }
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
