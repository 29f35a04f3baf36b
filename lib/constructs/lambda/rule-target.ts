import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import type { LambdaFunctionProps as FunctionTargetProps } from 'aws-cdk-lib/aws-events-targets';
import type { LambdaFunction } from './lambda-function.ts';

/** The target of a rule: what EventBridge cannot hand to the function goes to the function's queue too. */
export function buildRuleTarget(
  { function: handler, failures, node }: LambdaFunction,
  props: FunctionTargetProps = {},
): FunctionTarget {
  if (!failures) throw new Error(`${node.id} is called by a rule and keeps no failures.`);
  return new FunctionTarget(handler, { ...props, deadLetterQueue: failures });
}
