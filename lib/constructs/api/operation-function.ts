import { Construct } from 'constructs';
import { kebab, operations } from '../../../functions/operations/operations.ts';
import type { OperationName } from '../../../functions/operations/operations.ts';
import type { Stage } from '../../config/stages.ts';
import { grantsFor, objectsFor } from '../lambda/grants.ts';
import type { Stores } from '../lambda/grants.ts';
import { LambdaFunction } from '../lambda/lambda-function.ts';
import { storeEnvironment } from '../lambda/store-environment.ts';

export interface OperationFunctionProps extends Stores {
  readonly stage: Stage;
  readonly bundles: string;
}

/** The Lambda of a row: what the row uses is what it may do and what it is told. */
export class OperationFunction extends LambdaFunction {
  constructor(scope: Construct, name: OperationName, props: OperationFunctionProps) {
    const { uses, summary } = operations[name];
    super(scope, kebab(name), {
      ...props,
      description: summary,
      environment: storeEnvironment(uses, props),
      statements: grantsFor(uses, props),
      objects: objectsFor(uses, props),
    });
  }
}
