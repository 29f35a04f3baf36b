import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { IssuerConfiguration } from '../config/stages.ts';
import { LambdaFunction } from '../constructs/lambda/lambda-function.ts';
import type { OpenApiDocument } from '../constructs/api/gateway-document.ts';
import type { OperationFunctionProps } from '../constructs/api/operation-function.ts';
import { RestApi } from '../constructs/api/rest-api.ts';
import { buildOperationFunctions } from './area-stack.ts';

export interface LedgerApiStackProps extends StackProps, OperationFunctionProps {
  readonly document: OpenApiDocument;
  /** The issuers whose tokens the API accepts. */
  readonly issuers: readonly IssuerConfiguration[];
}

/** The ledger's API: one Lambda per operation behind one REST API. */
export class LedgerApiStack extends Stack {
  /** Identifies the caller; the workbench API uses it too. */
  readonly authorizer: IFunction;

  constructor(scope: Construct, id: string, props: LedgerApiStackProps) {
    super(scope, id, props);
    const { stage, bundles, key, document, issuers } = props;
    this.authorizer = new LambdaFunction(this, 'authorize', {
      stage,
      bundles,
      key,
      description: 'Identifies the caller by the bearer token.',
      environment: { ISSUERS: this.toJsonString(issuers) },
    }).function;
    const functions = buildOperationFunctions(this, 'ledger', props);
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
