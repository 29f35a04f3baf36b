import { Stack, Token, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import { EVERYWHERE_RULES, RULE_PACKS } from './acknowledged-rules.ts';
import type { AcknowledgedRule, RulePack } from './acknowledged-rules.ts';

/**
 * Acknowledges a rule for a construct and all that it contains. `finding` is what cdk-nag names beside the rule,
 * where it reports each grant by itself.
 */
export function acknowledge(
  scope: IConstruct,
  { names, reason }: AcknowledgedRule,
  finding?: string,
): void {
  for (const [pack, name] of Object.entries(names)) {
    const id = `${RULE_PACKS[pack as RulePack]}-${name}${finding === undefined ? '' : `[${fillLocation(scope, finding)}]`}`;
    Validations.of(scope).acknowledge({ id, reason });
  }
}

// Where a stack is in a given account and region, findings have these in place of the names of pseudo parameters.
function fillLocation(scope: IConstruct, finding: string): string {
  // The policies of AWS itself are in no region, and keep the parameter.
  if (!finding.includes('<AWS::Region>')) return finding;
  const { partition, region, account } = Stack.of(scope);
  const known = { Partition: partition, Region: region, AccountId: account };
  return Object.entries(known)
    .filter(([, value]) => !Token.isUnresolved(value))
    .reduce((text, [name, value]) => text.replaceAll(`<AWS::${name}>`, value), finding);
}

/** Acknowledges the rules that fit nothing that is deployed. */
export function acknowledgeEverywhere(app: IConstruct): void {
  for (const rule of Object.values(EVERYWHERE_RULES)) acknowledge(app, rule);
}
