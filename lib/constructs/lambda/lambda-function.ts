// Our defaults for a Lambda: a role with only the given grants, its own log group, and tracing.
import { AssetHashType, Duration, Stack } from 'aws-cdk-lib';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Stage } from '../../config/stages.ts';
import { buildAllowStatement } from '../allow-statement.ts';
import { acknowledge } from '../findings/acknowledge.ts';
import { PLACED_RULES } from '../findings/acknowledged-rules.ts';
import { hashBundle } from './bundles.ts';
import { buildQueueKeyGrant } from './key-grants.ts';
import { KeptFailures } from './kept-failures.ts';

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
  /** For a function that events and schedules call, which wait for no answer. */
  readonly asynchronous?: AsynchronousRules;
}

/** What Lambda does with an event that the function did not process; then it goes to the failure queue. */
export interface AsynchronousRules {
  /** How often a failed call is repeated: at most twice, within minutes. */
  readonly retries: number;
  /** How long an event waits, for instance for a free container. */
  readonly waits: Duration;
}

interface FindingContext extends Pick<LambdaFunctionProps, 'objects'> {
  readonly concurrency: number | undefined;
}

/** Of all names and values; no quota raises it. */
const ENVIRONMENT_BYTES_MAX = 4_096;

/** Separates the metrics of stages in the same account. */
export function buildMetricsNamespace({ name }: Stage): string {
  return `Countinghouse/${name}`;
}

/** The Lambda is named `<stage>-<name>`. Its bundle has the same `name` unless `bundle` is given. */
export class LambdaFunction extends Construct {
  readonly function: Function;
  readonly role: Role;
  /** Keeps the events that an asynchronous function did not process. */
  readonly failures: Queue | undefined;

  constructor(scope: Construct, name: string, props: LambdaFunctionProps) {
    super(scope, name);
    const { stage, bundles, key, description, environment = {}, statements = [] } = props;
    const { bundle = name, timeoutSeconds = stage.functionTimeoutSeconds } = props;
    const functionName = `${stage.name}-${name}`;
    const concurrency = props.concurrency ?? stage.reservedConcurrency[name];
    const logGroup = new LogGroup(this, 'Logs', {
      retention: stage.logRetentionDays,
      encryptionKey: key,
      removalPolicy: stage.dataRemoval,
    });
    const failures = props.asynchronous && new KeptFailures(this, { stage, key, name });
    this.failures = failures;
    this.role = this.#role([
      buildAllowStatement(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]),
      ...(failures
        ? [buildAllowStatement(['sqs:SendMessage'], [failures.queueArn]), buildQueueKeyGrant(key)]
        : []),
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
      role: this.role,
      reservedConcurrentExecutions: concurrency,
      environment: {
        ...environment,
        POWERTOOLS_LOG_LEVEL: 'INFO',
        POWERTOOLS_METRICS_NAMESPACE: buildMetricsNamespace(stage),
      },
    });
    this.node.addValidation({ validate: () => this.#listEnvironmentFaults() });
    this.#configureCalls(props.asynchronous);
    this.#acknowledge({ ...props, concurrency });
  }

  #configureCalls(calls: AsynchronousRules | undefined): void {
    const destination = this.failures?.queueArn;
    if (calls === undefined || destination === undefined) return;
    this.function.configureAsyncInvoke({
      retryAttempts: calls.retries,
      maxEventAge: calls.waits,
      // The role has the grant already, without the wildcards that the CDK's own destination adds.
      onFailure: { bind: () => ({ destination }) },
    });
  }

  // Lambda would refuse it in the middle of a deployment. What only the deployment knows is not counted.
  #listEnvironmentFaults(): string[] {
    const { environment } = this.function.node.defaultChild as CfnFunction;
    const bytes = countBytes(Stack.of(this).resolve(environment));
    if (bytes <= ENVIRONMENT_BYTES_MAX) return [];
    return [
      `the variables of ${this.node.id} have ${bytes} bytes, and Lambda takes ${ENVIRONMENT_BYTES_MAX}: name fewer ` +
        'issuers, tenants of issuers, witnesses or tenants with a limit of their own',
    ];
  }

  #acknowledge({ objects = [], concurrency }: FindingContext): void {
    const { role } = this;
    acknowledge(role, PLACED_RULES.tracingOnAnything);
    for (const arn of objects) {
      acknowledge(role, PLACED_RULES.objectsByPrefix, `Resource::${arn}`);
    }
    const { keptByDestination, answeringCaller } = PLACED_RULES;
    acknowledge(this.function, this.failures ? keptByDestination : answeringCaller);
    if (concurrency === undefined) acknowledge(this.function, PLACED_RULES.unreserved);
  }

  #role(statements: readonly PolicyStatement[]): Role {
    return new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Own: new PolicyDocument({ statements: [...statements] }) },
    });
  }
}

// The names of variables and the texts within their values, without what CloudFormation fills in.
function countBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (Array.isArray(value)) return value.reduce<number>((sum, part) => sum + countBytes(part), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce((sum, [name, part]) => {
    if (name === 'variables' || name === 'Fn::Join') return sum + countBytes(part);
    return /^(?:Ref|Fn::)/.test(name) ? sum : sum + Buffer.byteLength(name) + countBytes(part);
  }, 0);
}
