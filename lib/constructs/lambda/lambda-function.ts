// Our defaults for a Lambda: a role with only the given grants, its own log group, and tracing.
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
  /** The folder with the bundles of all functions. */
  readonly bundles: string;
  readonly key: IKey;
  readonly description: string;
  /** The name of its bundle, if it differs from the function's. */
  readonly bundle?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly statements?: readonly PolicyStatement[];
  /** The object ARNs with a wildcard in the statements, which cdk-nag requires a reason for. */
  readonly objects?: readonly string[];
  /** Overrides the stage's timeout, which suits functions that answer requests. */
  readonly timeoutSeconds?: number;
  /** The most that run at once; by default as many as the account allows. */
  readonly concurrency?: number;
}

/** Separates the metrics of stages in the same account. */
export function buildMetricsNamespace({ name }: Stage): string {
  return `Countinghouse/${name}`;
}

/** The Lambda is named `<stage>-<name>`. Its bundle has the same `name` unless `bundle` is given. */
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
      reservedConcurrentExecutions: props.concurrency,
      environment: {
        ...environment,
        POWERTOOLS_LOG_LEVEL: 'INFO',
        POWERTOOLS_METRICS_NAMESPACE: buildMetricsNamespace(stage),
      },
    });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        'Grants for X-Ray cannot be limited to resources; no other statement has the resource *.',
    });
    for (const objects of props.objects ?? []) {
      Validations.of(role).acknowledge({
        id: `AwsSolutions-IAM5[Resource::${objects}]`,
        reason: 'Files are named by batch, so a role can be limited only to a prefix.',
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
