import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { Duration } from 'aws-cdk-lib';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { Stage } from '../../config/stages.ts';
import { acknowledge } from '../findings/acknowledge.ts';
import { PLACED_RULES } from '../findings/acknowledged-rules.ts';
import { buildAllowStatement } from '../allow-statement.ts';
import { buildStateMachineArn } from './state-machine-arn.ts';

export interface TaskMachineProps {
  readonly stage: Stage;
  readonly key: IKey;
  /** In the Amazon States Language. */
  readonly definition: object;
  /** An execution that lasts longer ends as TIMED_OUT, so that it raises its alarm. */
  readonly limit: Duration;
  /** The functions that it may call. */
  readonly functions: readonly IFunction[];
  /** Whether the items of a map are executions of their own, which it starts, watches and stops. */
  readonly isDistributed?: boolean;
}

/** A state machine that calls our tasks. Its executions are traced, and logged without their data. */
export class TaskMachine extends Construct {
  readonly machine: StateMachine;

  constructor(scope: Construct, name: string, props: TaskMachineProps) {
    super(scope, name);
    const { stage, key, limit, functions, isDistributed = false } = props;
    const definition = { ...props.definition, TimeoutSeconds: limit.toSeconds() };
    const logs = new LogGroup(this, 'Logs', {
      retention: stage.logRetentionDays,
      encryptionKey: key,
      removalPolicy: stage.dataRemoval,
    });
    const arns = functions.map(({ functionArn }) => functionArn);
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('states.amazonaws.com'),
      inlinePolicies: {
        Own: new PolicyDocument({
          statements: [
            buildAllowStatement(['lambda:InvokeFunction'], arns),
            ...(isDistributed ? this.#childGrants(`${stage.name}-${name}`) : []),
          ],
        }),
      },
    });
    this.machine = new StateMachine(this, 'Machine', {
      stateMachineName: `${stage.name}-${name}`,
      definitionBody: DefinitionBody.fromString(Stack.of(this).toJsonString(definition)),
      role,
      tracingEnabled: true,
      logs: { destination: logs, level: LogLevel.ALL, includeExecutionData: false },
    });
    acknowledge(role, PLACED_RULES.tracingOnAnything);
    if (isDistributed) {
      const states = 'arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>';
      const finding = `Resource::${states}:execution:${stage.name}-${name}:*`;
      acknowledge(role, PLACED_RULES.childrenOfMachine, finding);
    }
  }

  // By its name: the machine refers to the role, so the role must not refer to the machine.
  #childGrants(name: string): PolicyStatement[] {
    return [
      buildAllowStatement(['states:StartExecution'], [buildStateMachineArn(this, name)]),
      buildAllowStatement(
        ['states:DescribeExecution', 'states:StopExecution'],
        [this.#childArn(name)],
      ),
    ];
  }

  #childArn(name: string): string {
    return Stack.of(this).formatArn({
      service: 'states',
      resource: 'execution',
      resourceName: `${name}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }
}
