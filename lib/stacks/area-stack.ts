import { NestedStack } from 'aws-cdk-lib';
import type { CfnStack } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { operations } from '../../functions/operations/operations.ts';
import type {
  OperationArea,
  Operation,
  OperationName,
} from '../../functions/operations/operations.ts';
import { GradualRelease } from '../constructs/lambda/gradual-release.ts';
import { buildStackTags } from '../constructs/stack-tags.ts';
import { OperationFunction } from '../constructs/api/operation-function.ts';
import type { OperationFunctionProps } from '../constructs/api/operation-function.ts';

/** The Lambdas of one area, in a nested stack: a stack has at most 500 resources, a Lambda needs three. */
export class AreaStack extends NestedStack {
  readonly functions = new Map<OperationName, IFunction>();

  constructor(scope: Construct, area: OperationArea, props: OperationFunctionProps) {
    super(scope, area, { description: `Countinghouse: the operations on ${area}` });
    // They take precedence over those of the stack around it.
    const tags = Object.entries(buildStackTags(props.stage, area));
    (this.nestedStackResource as CfnStack).addPropertyOverride(
      'Tags',
      tags.map(([Key, Value]) => ({ Key, Value })),
    );
    const release = props.stage.shiftsTraffic ? new GradualRelease(this, props.stage) : undefined;
    const all = { ...props, ...(release && { release }) };
    for (const name of Object.keys(operations) as OperationName[]) {
      if (operations[name].area !== area) continue;
      this.functions.set(name, new OperationFunction(this, name, all).target);
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
