import { Validations } from 'aws-cdk-lib';
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
    const id = `${RULE_PACKS[pack as RulePack]}-${name}${finding === undefined ? '' : `[${finding}]`}`;
    Validations.of(scope).acknowledge({ id, reason });
  }
}

/** Acknowledges the rules that fit nothing that is deployed. */
export function acknowledgeEverywhere(app: IConstruct): void {
  for (const rule of Object.values(EVERYWHERE_RULES)) acknowledge(app, rule);
}
