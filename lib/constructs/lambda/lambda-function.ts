// Our defaults for a Lambda: its own role with only the given grants, its own log group, tracing.
import { AssetHashType, Duration, Validations } from 'aws-cdk-lib';
import {
  Effect,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Stage } from '../../config/stages.ts';
import { hashBundle } from './bundles.ts';

export interface LambdaFunctionProps {
  readonly stage: Stage;
  /** Folder with the bundles of all functions. */
  readonly bundles: string;
  readonly key: IKey;
  readonly description: string;
  /** The bundle it runs, if another than the one of its name. */
  readonly bundle?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly statements?: readonly PolicyStatement[];
  /** What in the statements is all that lies below a prefix of a bucket. */
  readonly objects?: readonly string[];
  /** If other than the stage's, which suits what answers a request. */
  readonly timeoutSeconds?: number;
}

/** Stages of one account keep their metrics apart. */
export function buildMetricsNamespace({ name }: Stage): string {
  return `Countinghouse/${name}`;
}

/** The function's `name` is with the stage before it the Lambda's, and as a rule its bundle's. */
export class LambdaFunction extends Construct {
  readonly function: Function;

  constructor(scope: Construct, name: string, props: LambdaFunctionProps) {
    super(scope, name);
    const { stage, bundles, key, description, environment = {}, statements = [] } = props;
    const { bundle = name, timeoutSeconds = stage.functionTimeoutSeconds } = props;
    const functionName = `${stage.name}-${name}`;
    const logGroup = new LogGroup(this, 'Logs', {
      logGroupName: `/countinghouse/${stage.name}/${name}`,
      retention: stage.logRetentionDays,
      encryptionKey: key,
      removalPolicy: stage.dataRemoval,
    });
    const role = this.#role([
      buildAllowStatement(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]),
      ...statements,
    ]);
    this.function = new Function(this, 'Function', {
      functionName,
      description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: `${bundle}/index.handler`,
      code: Code.fromAsset(`${bundles}/${bundle}`, {
        assetHashType: AssetHashType.CUSTOM,
        assetHash: hashBundle(`${bundles}/${bundle}`),
      }),
      memorySize: stage.functionMemoryMegabytes,
      timeout: Duration.seconds(timeoutSeconds),
      tracing: Tracing.ACTIVE,
      logGroup,
      role,
      environment: {
        ...environment,
        POWERTOOLS_LOG_LEVEL: 'INFO',
        POWERTOOLS_METRICS_NAMESPACE: buildMetricsNamespace(stage),
      },
    });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        'Sending trace segments to X-Ray knows no resources; nothing else in the role is wide.',
    });
    for (const objects of props.objects ?? []) {
      Validations.of(role).acknowledge({
        id: `AwsSolutions-IAM5[Resource::${objects}]`,
        reason: 'Files are named by their batches, so a role can only say below which prefix.',
      });
    }
  }

  #role(statements: readonly PolicyStatement[]): Role {
    return new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Own: new PolicyDocument({ statements: [...statements] }) },
    });
  }
}

export function buildAllowStatement(actions: string[], resources: string[]): PolicyStatement {
  return new PolicyStatement({ effect: Effect.ALLOW, actions, resources });
}
