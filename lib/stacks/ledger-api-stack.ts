import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { operations } from '../../functions/operations.ts';
import type { IssuerConfiguration } from '../config/stages.ts';
import { LambdaFunction } from '../constructs/lambda-function.ts';
import type { OpenApiDocument } from '../constructs/gateway-document.ts';
import type { OperationFunctionProps } from '../constructs/operation-function.ts';
import { RestApi } from '../constructs/rest-api.ts';
import { AreaStack } from './area-stack.ts';

export interface LedgerApiStackProps extends StackProps, OperationFunctionProps {
  readonly document: OpenApiDocument;
  /** Whose tokens the API takes. */
  readonly issuers: readonly IssuerConfiguration[];
}

/** The ledger's API: one Lambda per operation behind one REST API. */
export class LedgerApiStack extends Stack {
  constructor(scope: Construct, id: string, props: LedgerApiStackProps) {
    super(scope, id, props);
    const { stage, bundles, key, document, issuers } = props;
    const authorizer = new LambdaFunction(this, 'authorize', {
      stage,
      bundles,
      key,
      description: 'Finds out who calls from the bearer token.',
      environment: { ISSUERS: this.toJsonString(issuers) },
    }).function;
    const functions = this.operationFunctions(props);
    const { api } = new RestApi(this, 'ledger', {
      stage,
      bundles,
      key,
      document,
      functions,
      authorizer,
      issuers,
    });
    new CfnOutput(this, 'BaseUrl', { value: api.url, description: 'base_url of the ledger' });
  }

  private operationFunctions(props: OperationFunctionProps): Map<string, IFunction> {
    const rows = Object.values(operations).filter(({ api }) => api === 'ledger');
    const areas = [...new Set(rows.map(({ area }) => area))];
    return new Map(areas.flatMap((area) => [...new AreaStack(this, area, props).functions]));
  }
}
