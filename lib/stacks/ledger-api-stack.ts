import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import type { IssuerConfiguration } from '../config/stage-settings.ts';
import { listTenantsToLimit } from '../config/limits.ts';
import { buildPartitionGrant } from '../constructs/lambda/grants.ts';
import { buildTableKeyGrant } from '../constructs/lambda/key-grants.ts';
import { buildLedgerUrlParameterName } from '../constructs/lambda/canary.ts';
import { LambdaFunction } from '../constructs/lambda/lambda-function.ts';
import type { OpenApiDocument } from '../constructs/api/gateway-document.ts';
import type { StoragelessProps } from '../constructs/api/operation-function.ts';
import { RestApi } from '../constructs/api/rest-api.ts';
import { referToTable, referToTables } from '../constructs/storage/replaceable-table.ts';
import { IntentsTable } from '../constructs/storage/intents-table.ts';
import { buildOperationFunctions } from './area-stack.ts';

export interface LedgerApiStackProps extends StackProps, StoragelessProps {
  readonly document: OpenApiDocument;
  /** The issuers whose tokens the API accepts. */
  readonly issuers: readonly IssuerConfiguration[];
  /** The bundled one among them. */
  readonly identityIssuer: string;
}

/**
 * What shows that a token was revoked, or a permission withdrawn from its service; the authorizer reads
 * nothing else of the identity table.
 */
const REVOCATION_PARTITIONS = ['Grant#*', 'RevokedToken#*', 'Client#*'];

/** Who the holders of tokens are; the authorizer writes nothing else of the identity table. */
const DIRECTORY_PARTITIONS = ['Directory#*'];

/** The ledger's API: one Lambda per operation behind one REST API. */
export class LedgerApiStack extends Stack {
  /** Identifies the caller; the workbench API uses it too. */
  readonly authorizer: IFunction;
  readonly url: string;

  constructor(scope: Construct, id: string, props: LedgerApiStackProps) {
    super(scope, id, props);
    const { stage, bundles, key, document, issuers } = props;
    const intents = stage.combining ? new IntentsTable(this, 'Intents', props) : undefined;
    const tables = referToTables(this, stage, intents);
    const identityTable = referToTable(this, stage, 'identity');
    this.authorizer = new LambdaFunction(this, 'authorize', {
      stage,
      bundles,
      key,
      description: 'Identifies the caller by the bearer token.',
      environment: {
        ISSUERS: this.toJsonString(issuers),
        IDENTITY_ISSUER: props.identityIssuer,
        IDENTITY_TABLE: identityTable.tableName,
        // Not empty, which a function takes for not set.
        TENANTS_WITH_OWN_LIMIT: listTenantsToLimit(stage.ownLimits).join(',') || ',',
      },
      statements: [
        buildPartitionGrant(['GetItem'], identityTable, REVOCATION_PARTITIONS),
        buildPartitionGrant(['UpdateItem'], identityTable, DIRECTORY_PARTITIONS),
        buildTableKeyGrant(key),
      ],
    }).function;
    const functions = buildOperationFunctions(this, 'ledger', {
      ...props,
      tables,
      identityTable,
    });
    const { url } = new RestApi(this, 'ledger', {
      stage,
      bundles,
      key,
      document,
      functions,
      authorizer: this.authorizer,
      issuers,
      consoleOrigin: stage.consoleOrigin,
    });
    this.url = url;
    new StringParameter(this, 'Url', {
      parameterName: buildLedgerUrlParameterName(stage.name),
      stringValue: url,
      description: 'base_url of the ledger.',
    });
    new CfnOutput(this, 'BaseUrl', { value: url, description: 'base_url of the ledger' });
  }
}
