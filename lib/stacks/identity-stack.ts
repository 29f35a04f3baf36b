import { ArnFormat, CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import { AttributeType, BillingMode, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Function as LambdaByName } from 'aws-cdk-lib/aws-lambda';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnRotationSchedule, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import type { IssuerConfiguration } from '../config/stage-settings.ts';
import type { Stage } from '../config/stages.ts';
import type { OpenApiDocument } from '../constructs/api/gateway-document.ts';
import { buildAuthUrlParameterName } from '../constructs/lambda/canary.ts';
import { buildPartitionGrant } from '../constructs/lambda/grants.ts';
import { buildKeyGrant, buildTableKeyGrant } from '../constructs/lambda/key-grants.ts';
import { buildAllowStatement } from '../constructs/allow-statement.ts';
import { LambdaFunction } from '../constructs/lambda/lambda-function.ts';
import type { LambdaFunctionProps } from '../constructs/lambda/lambda-function.ts';
import { makeReplaceable } from '../constructs/storage/replaceable-table.ts';
import { buildRuleTarget } from '../constructs/lambda/rule-target.ts';
import { RestApi } from '../constructs/api/rest-api.ts';

export interface IdentityStackProps extends StackProps {
  readonly stage: Stage;
  readonly bundles: string;
  readonly key: IKey;
  readonly document: OpenApiDocument;
}

const SERVICE = 'serve-identity';

/** The audience of the bundled provider's access tokens: the APIs of this deployment. */
const AUDIENCE = 'urn:countinghouse:api';

/** Far longer than the twenty minutes after which the next rotation may start. */
const ROTATION_DAYS = 30;

/** In UTC, before the verification. */
const DAILY = Schedule.cron({ hour: '0', minute: '47' });

/** The partitions that the service may write. Operators, clients and the audit trail are not among them. */
const OWN_PARTITIONS = [
  'AuthorizationCode#*',
  'RefreshToken#*',
  'RevokedToken#*',
  'Grant#*',
  'Session#*',
  'SessionUid#*',
  'SessionGrant#*',
  'Interaction#*',
  'PendingSignIn#*',
  'SecondFactors#*',
  'FactorOffer#*',
  'OwnCredentials#*',
  'OwnChanges#*',
  'OperatorSessions#*',
  'Attempts#*',
  'ReplayDetection#*',
  'CredentialUse#*',
];

/** The identity service: an OpenID Provider behind its own API, with its table and its keys. */
export class IdentityStack extends Stack {
  /** The issuer, in the form that the authorizer reads. */
  readonly issuer: IssuerConfiguration;
  readonly #table: ITable;
  readonly #props: IdentityStackProps;

  constructor(scope: Construct, id: string, props: IdentityStackProps) {
    super(scope, id, props);
    this.#props = props;
    this.#table = makeReplaceable(props.stage, 'identity', this.#identityTable());
    const secret = this.#keySecret();
    const { api, permissions } = new RestApi(this, 'identity', {
      ...props,
      functions: this.#routes(),
      issuers: [],
      // Its function knows whose pages may read an answer, by the clients that are registered.
      refusalsOrigin: props.stage.consoleOrigin,
    });
    const url = `https://${api.restApiId}.execute-api.${this.region}.${this.urlSuffix}/${props.stage.name}`;
    const issuer = props.stage.authUrl ?? url;
    const service = this.#service(issuer, secret);
    for (const permission of permissions) permission.node.addDependency(service);
    this.#rotateOnSchedule(secret);
    this.issuer = { issuer, jwks_uri: `${issuer}/jwks`, audience: AUDIENCE };
    new StringParameter(this, 'Url', {
      parameterName: buildAuthUrlParameterName(props.stage.name),
      stringValue: issuer,
      description: 'auth_url of the identity API.',
    });
    new CfnOutput(this, 'AuthUrl', { value: issuer, description: 'auth_url of the identity API' });
  }

  #identityTable(): Table {
    const { stage, key } = this.#props;
    return new Table(this, 'Identity', {
      partitionKey: { name: 'PK', type: AttributeType.STRING },
      sortKey: { name: 'SK', type: AttributeType.STRING },
      timeToLiveAttribute: 'ttl',
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: key,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: stage.isProtected,
      removalPolicy: stage.dataRemoval,
    });
  }

  // The secret contains no keys until the first rotation, which follows the deployment.
  #keySecret(): Secret {
    const { stage, key } = this.#props;
    return new Secret(this, 'Keys', {
      description: 'The keys that sign the tokens and the cookies of the identity service.',
      encryptionKey: key,
      generateSecretString: { secretStringTemplate: '{}', generateStringKey: 'placeholder' },
      removalPolicy: stage.dataRemoval,
    });
  }

  // The API refers to the function by name: the function's environment contains the API's address, so a
  // reference would be circular.
  #routes(): Map<string, IFunction> {
    const functionArn = this.formatArn({
      service: 'lambda',
      resource: 'function',
      resourceName: `${this.#props.stage.name}-${SERVICE}`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const service = LambdaByName.fromFunctionAttributes(this, 'Service', {
      functionArn,
      sameEnvironment: true,
    });
    const methods = Object.values(this.#props.document.paths).flatMap((item) =>
      Object.values(item as Record<string, { operationId: string }>),
    );
    return new Map(methods.map(({ operationId }) => [operationId, service]));
  }

  #service(issuer: string, secret: Secret): LambdaFunction {
    const { tableArn, tableName } = this.#table;
    const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'];
    return this.#lambda(SERVICE, {
      description: 'The OpenID Provider: signs operators and services in.',
      environment: {
        ISSUER: issuer,
        AUDIENCE,
        IDENTITY_TABLE: tableName,
        IDENTITY_KEYS: secret.secretArn,
      },
      statements: [
        buildAllowStatement(['dynamodb:GetItem'], [tableArn]),
        buildPartitionGrant(writes, this.#table, OWN_PARTITIONS),
        buildPartitionGrant(['Query'], this.#table, ['OperatorSessions#*', 'Clients']),
        buildAllowStatement(['secretsmanager:GetSecretValue'], [secret.secretArn]),
        buildTableKeyGrant(this.#props.key),
        buildKeyGrant(this.#props.key, 'secretsmanager', ['Decrypt']),
      ],
    });
  }

  #rotateOnSchedule(secret: Secret): void {
    const rotating = this.#lambda('rotate-identity-keys', {
      description: 'Creates and rotates the keys of the identity service, and checks their age.',
      environment: { IDENTITY_TABLE: this.#table.tableName, IDENTITY_KEYS: secret.secretArn },
      asynchronous: { retries: 2, waits: Duration.hours(1) },
      statements: [
        this.#trailWrite(),
        buildAllowStatement(
          [
            'secretsmanager:DescribeSecret',
            'secretsmanager:GetSecretValue',
            'secretsmanager:PutSecretValue',
            'secretsmanager:UpdateSecretVersionStage',
          ],
          [secret.secretArn],
        ),
        buildTableKeyGrant(this.#props.key),
        buildKeyGrant(this.#props.key, 'secretsmanager', ['Decrypt', 'GenerateDataKey']),
      ],
    });
    const rotation = rotating.function;
    rotation.addPermission('Rotate', {
      principal: new ServicePrincipal('secretsmanager.amazonaws.com'),
      sourceArn: secret.secretArn,
    });
    const schedule = new CfnRotationSchedule(this, 'Rotation', {
      secretId: secret.secretArn,
      rotationLambdaArn: rotation.functionArn,
      rotateImmediatelyOnUpdate: true,
      rotationRules: { scheduleExpression: `rate(${ROTATION_DAYS} days)` },
    });
    schedule.node.addDependency(rotation);
    // No alarm can look back as far as to the last rotation, so the age of the keys is checked daily.
    new Rule(this, 'KeyAge', {
      description: 'Checks whether the signing keys were rotated in time.',
      schedule: DAILY,
      targets: [
        buildRuleTarget(rotating, { event: RuleTargetInput.fromObject({ checksAge: true }) }),
      ],
    });
  }

  // The records of what concerns all tenants.
  #trailWrite(): PolicyStatement {
    return new PolicyStatement({
      actions: ['dynamodb:PutItem'],
      resources: [this.#table.tableArn],
      conditions: {
        'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['Audit#'] },
        Null: { 'dynamodb:LeadingKeys': 'false' },
      },
    });
  }

  #lambda(
    name: string,
    props: Omit<LambdaFunctionProps, 'stage' | 'bundles' | 'key'>,
  ): LambdaFunction {
    const { stage, bundles, key } = this.#props;
    return new LambdaFunction(this, name, { stage, bundles, key, ...props });
  }
}
