// The account and region around a construct.
import { Stack, Stage as CdkStage, Token } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { StageSettings } from './stage-settings.ts';

/** Reads what the stack or stage around the scope names; nothing where only the deployment knows it. */
export function readEnvironment(scope: Construct): Pick<StageSettings, 'env'> {
  const around = scope.node.scopes.findLast((one) => Stack.isStack(one) || CdkStage.isStage(one));
  const { account, region } = around ?? {};
  if (account === undefined || region === undefined) return {};
  if (Token.isUnresolved(account) || Token.isUnresolved(region)) return {};
  return { env: { account, region } };
}
