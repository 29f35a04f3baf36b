import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Construct } from 'constructs';
import { toKebabCase, operations } from '../../../functions/operations/operations.ts';
import type { OperationName } from '../../../functions/operations/operations.ts';
import type { Stage } from '../../config/stages.ts';
import { buildGrants, listObjectArns } from '../lambda/grants.ts';
import type { StoreResources } from '../lambda/grants.ts';
import { LambdaFunction } from '../lambda/lambda-function.ts';
import { buildConsoleEnvironment, buildStoreEnvironment } from '../lambda/store-environment.ts';

export interface OperationFunctionProps extends StoreResources {
  readonly stage: Stage;
  readonly bundles: string;
}

/** The operation that says which version is deployed; a new version changes no other function. */
const VERSION_OPERATION: OperationName = 'getSystem';

const PACKAGE = join(import.meta.dirname, '../../../package.json');

function readProductVersion(): string {
  return (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version;
}

/** The Lambda of an operation; the `uses` of its row determine its grants and environment. */
export class OperationFunction extends LambdaFunction {
  constructor(scope: Construct, name: OperationName, props: OperationFunctionProps) {
    const { uses, summary } = operations[name];
    super(scope, toKebabCase(name), {
      ...props,
      description: summary,
      environment: {
        ...buildStoreEnvironment(uses, props),
        ...buildConsoleEnvironment(props.stage.consoleOrigin),
        ...(name === VERSION_OPERATION && { PRODUCT_VERSION: readProductVersion() }),
      },
      statements: buildGrants(uses, props),
      objects: listObjectArns(uses, props),
    });
  }
}
