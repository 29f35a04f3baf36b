import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { IssuerConfiguration } from '../config/stage-settings.ts';
import type { OpenApiDocument } from '../constructs/api/gateway-document.ts';
import type { StoragelessProps } from '../constructs/api/operation-function.ts';
import { RestApi } from '../constructs/api/rest-api.ts';
import { referToTable, referToTables } from '../constructs/storage/replaceable-table.ts';
import { buildOperationFunctions } from './area-stack.ts';

export interface WorkbenchApiStackProps extends StackProps, StoragelessProps {
  readonly document: OpenApiDocument;
  /** The issuers whose tokens the API accepts. */
  readonly issuers: readonly IssuerConfiguration[];
  readonly authorizer: IFunction;
}

/** The API of batches. It has its own address, because its users are not those of the ledger. */
export class WorkbenchApiStack extends Stack {
  readonly url: string;

  constructor(scope: Construct, id: string, props: WorkbenchApiStackProps) {
    super(scope, id, props);
    const { stage, bundles, key, document, issuers, authorizer } = props;
    const functions = buildOperationFunctions(this, 'workbench', {
      ...props,
      tables: referToTables(this, stage),
      identityTable: referToTable(this, stage, 'identity'),
    });
    const { url } = new RestApi(this, 'workbench', {
      stage,
      bundles,
      key,
      document,
      functions,
      authorizer,
      issuers,
      consoleOrigin: stage.consoleOrigin,
    });
    this.url = url;
    const description = 'workbench_url of the batches';
    new CfnOutput(this, 'WorkbenchUrl', { value: url, description });
  }
}
