import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';

/** Builds the statement that allows these actions on these resources. */
export function buildAllowStatement(actions: string[], resources: string[]): PolicyStatement {
  return new PolicyStatement({ effect: Effect.ALLOW, actions, resources });
}
