import { NestedStack } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { operations } from '../../functions/operations/operations.ts';
import type {
  OperationArea,
  Operation,
  OperationName,
} from '../../functions/operations/operations.ts';
import { OperationFunction } from '../constructs/api/operation-function.ts';
import type { OperationFunctionProps } from '../constructs/api/operation-function.ts';

/** The Lambdas of one area, in a nested stack: a stack has at most 500 resources, a Lambda needs three. */
export class AreaStack extends NestedStack {
  readonly functions = new Map<OperationName, IFunction>();

  constructor(scope: Construct, area: OperationArea, props: OperationFunctionProps) {
    super(scope, area, { description: `Countinghouse: the operations on ${area}` });
    for (const name of Object.keys(operations) as OperationName[]) {
      if (operations[name].area !== area) continue;
      this.functions.set(name, new OperationFunction(this, name, props).function);
    }
  }
}

/** The Lambdas of an API's operations, each area in a nested stack. */
export function buildOperationFunctions(
  scope: Construct,
  api: Operation['api'],
  props: OperationFunctionProps,
): Map<OperationName, IFunction> {
  const rows = Object.values(operations).filter((row) => row.api === api);
  const areas = [...new Set(rows.map(({ area }) => area))];
  return new Map(areas.flatMap((area) => [...new AreaStack(scope, area, props).functions]));
}
