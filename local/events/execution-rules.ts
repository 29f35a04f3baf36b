// Applies the template's rules on events of state machines: they call functions when an execution ends.
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeployedResource } from '../cloudformation/deployment.ts';
import { isObject } from '../cloudformation/template.ts';
import type { JsonObject } from '../cloudformation/template.ts';
import { readFunctionName } from '../lambda/functions.ts';
import type { FunctionRunner } from '../lambda/functions.ts';
import { readFilters } from '../streams/filter-pattern.ts';
import type { EventFilter } from '../streams/filter-pattern.ts';

export const RULE_TYPE = 'AWS::Events::Rule';

const ATTEMPTS = 3;
const PAUSE_MS = 1_000;

export interface ExecutionRule {
  readonly matches: EventFilter;
  /** The names of the functions to call with the unchanged event. */
  readonly targets: string[];
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
    return [{ matches, targets: listed.map((target) => requireTarget(logicalId, target)) }];
  });
}

/** Calls the targets of every matching rule, up to three times each, as Lambda's asynchronous calls do. */
export async function applyRules(
  rules: readonly ExecutionRule[],
  event: object,
  { functions, log }: { functions: Pick<FunctionRunner, 'invoke'>; log: (line: string) => void },
): Promise<void> {
  const targets = rules.filter(({ matches }) => matches(event)).flatMap((rule) => rule.targets);
  await Promise.all(
    targets.map(async (target) => {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        try {
          return await functions.invoke(target, event);
        } catch (error) {
          log(`${target}: attempt ${attempt} of ${ATTEMPTS} failed: ${String(error)}`);
          if (attempt < ATTEMPTS) await sleep(PAUSE_MS * attempt);
        }
      }
    }),
  );
}

function requireTarget(rule: string, target: JsonObject): string {
  const changed = ['Input', 'InputPath', 'InputTransformer'].find((member) => member in target);
  if (changed) throw new Error(`${rule} has ${changed}, which the local runner does not support.`);
  return readFunctionName(String(target.Arn));
}
