import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { IssuerConfiguration } from '../config/stages.ts';
import { buildAllowStatement, LambdaFunction } from '../constructs/lambda/lambda-function.ts';
import type { OpenApiDocument } from '../constructs/api/gateway-document.ts';
import type { OperationFunctionProps } from '../constructs/api/operation-function.ts';
import { RestApi } from '../constructs/api/rest-api.ts';
import { buildOperationFunctions } from './area-stack.ts';

export interface LedgerApiStackProps extends StackProps, OperationFunctionProps {
  readonly document: OpenApiDocument;
  /** The issuers whose tokens the API accepts. */
  readonly issuers: readonly IssuerConfiguration[];
  /** The bundled one among them, and the table in which it stores what it revoked. */
  readonly identity: { readonly issuer: IssuerConfiguration; readonly table: ITable };
}

/** The grants on the key of a table that reading and writing the table needs. */
const TABLE_KEY_USES = [
  'Decrypt',
  'DescribeKey',
  'Encrypt',
  'GenerateDataKey',
  'ReEncryptFrom',
  'ReEncryptTo',
];

/** What a token's revocation shows in; the authorizer reads nothing else of the identity table. */
const REVOCATION_PARTITIONS = ['Grant#*', 'RevokedToken#*'];

/** The ledger's API: one Lambda per operation behind one REST API. */
export class LedgerApiStack extends Stack {
  /** Identifies the caller; the workbench API uses it too. */
  readonly authorizer: IFunction;

  constructor(scope: Construct, id: string, props: LedgerApiStackProps) {
    super(scope, id, props);
    const { stage, bundles, key, document, issuers, identity } = props;
    this.authorizer = new LambdaFunction(this, 'authorize', {
      stage,
      bundles,
      key,
      description: 'Identifies the caller by the bearer token.',
      environment: {
        ISSUERS: this.toJsonString(issuers),
        IDENTITY_ISSUER: identity.issuer.issuer,
        IDENTITY_TABLE: identity.table.tableName,
      },
      statements: [
        buildRevocationRead(identity.table),
        buildDirectoryWrite(identity.table),
        buildAllowStatement(
          TABLE_KEY_USES.map((use) => `kms:${use}`),
          [key.keyArn],
        ),
      ],
    }).function;
    const functions = buildOperationFunctions(this, 'ledger', {
      ...props,
      identityTable: identity.table,
    });
    const { api } = new RestApi(this, 'ledger', {
      stage,
      bundles,
      key,
      document,
      functions,
      authorizer: this.authorizer,
      issuers,
    });
    new CfnOutput(this, 'BaseUrl', { value: api.url, description: 'base_url of the ledger' });
  }
}

function buildRevocationRead({ tableArn }: ITable): PolicyStatement {
  return new PolicyStatement({
    effect: Effect.ALLOW,
    actions: ['dynamodb:GetItem'],
    resources: [tableArn],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': REVOCATION_PARTITIONS },
      Null: { 'dynamodb:LeadingKeys': 'false' },
    },
  });
}

// Who the holders of tokens are, and nothing else of the table.
function buildDirectoryWrite({ tableArn }: ITable): PolicyStatement {
  return new PolicyStatement({
    effect: Effect.ALLOW,
    actions: ['dynamodb:UpdateItem'],
    resources: [tableArn],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['Directory#*'] },
      Null: { 'dynamodb:LeadingKeys': 'false' },
    },
  });
}
