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
      },
      statements: buildGrants(uses, props),
      objects: listObjectArns(uses, props),
    });
  }
}
