// Applies the template's rules on events of state machines: they call functions when an execution ends.
import type { DeployedResource } from '../cloudformation/deployment.ts';
import { isObject } from '../cloudformation/template.ts';
import type { JsonObject } from '../cloudformation/template.ts';
import { callRuleTarget, readRuleTargets } from '../schedules/rule-target.ts';
import type { RuleCalls, RuleTarget } from '../schedules/rule-target.ts';
import { readFilters } from '../streams/filter-pattern.ts';
import type { EventFilter } from '../streams/filter-pattern.ts';

export const RULE_TYPE = 'AWS::Events::Rule';

export interface ExecutionRule {
  readonly matches: EventFilter;
  /** The functions to call with the unchanged event. */
  readonly targets: readonly RuleTarget[];
}

/** Skips rules with a schedule (local/schedules/scheduled-rules.ts). Throws for a rule on another source, because it would never fire locally. */
export function executionRules(rules: DeployedResource[]): ExecutionRule[] {
  return rules.flatMap(({ logicalId, properties }) => {
    const { EventPattern: pattern, Targets: targets } = properties;
    if (!isObject(pattern)) return [];
    if (JSON.stringify(pattern.source) !== '["aws.states"]') {
      throw new Error(`${logicalId}: the local runner supports only events of state machines.`);
    }
    const matches = readFilters(logicalId, { Filters: [{ Pattern: JSON.stringify(pattern) }] });
    const listed = Array.isArray(targets) ? targets.filter(isObject) : [];
    listed.forEach((target) => refuseInput(logicalId, target));
    return [{ matches, targets: readRuleTargets(logicalId, targets) }];
  });
}

/** Calls the targets of every matching rule. */
export async function applyRules(
  rules: readonly ExecutionRule[],
  event: object,
  calls: RuleCalls,
): Promise<void> {
  const targets = rules.filter(({ matches }) => matches(event)).flatMap((rule) => rule.targets);
  await Promise.all(targets.map((target) => callRuleTarget(target, event, calls)));
}

function refuseInput(rule: string, target: JsonObject): void {
  const changed = ['Input', 'InputPath', 'InputTransformer'].find((member) => member in target);
  if (changed) throw new Error(`${rule} has ${changed}, which the local runner does not support.`);
}
