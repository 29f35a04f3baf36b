// Policy documents taken apart: one rule for each action and resource that a statement names, so
// that each grant can be seen, counted and taken away by itself.
import { isObject, textOf } from '../cloudformation/template.ts';
import type { Json, JsonObject } from '../cloudformation/template.ts';
import { readConditions } from './conditions.ts';
import type { Condition, Context } from './conditions.ts';
import { pattern } from './pattern.ts';
import type { Pattern } from './pattern.ts';

/** What a call needs to be allowed: one action on one resource. */
export type Need = { action: string; resource: string; context?: Context };

export type Rule = {
  effect: 'Allow' | 'Deny';
  action: Pattern;
  resource: Pattern;
  conditions: readonly Condition[];
};

export type Verdict = {
  kind: 'allowed' | 'denied' | 'not granted';
  /** The one rule that allows it, where there is only one. */
  only?: Rule;
};

const elements = new Set(['Sid', 'Effect', 'Action', 'NotAction', 'Resource', 'NotResource']);

/** As IAM decides: what is denied is denied, what nobody allows is not granted. */
export function verdictOn(rules: readonly Rule[], need: Need): Verdict {
  const fitting = rules.filter((rule) => fits(rule, need));
  if (fitting.some(({ effect }) => effect === 'Deny')) return { kind: 'denied' };
  const [first, second] = fitting;
  if (!first) return { kind: 'not granted' };
  return { kind: 'allowed', ...(!second && { only: first }) };
}

function fits(rule: Rule, { action, resource, context = {} }: Need): boolean {
  return (
    rule.action.matches(action) &&
    rule.resource.matches(resource) &&
    rule.conditions.every((isMet) => isMet(context))
  );
}

/** Throws for what the runner does not know, naming the policy. */
export function rulesOf(document: Json | undefined, what: string): Rule[] {
  if (!isObject(document)) throw new Error(`${what} is no policy document.`);
  return [document.Statement ?? []].flat().flatMap((statement) => {
    if (!isObject(statement)) throw new Error(`${what}: a statement must be an object.`);
    return rulesOfStatement(statement, what);
  });
}

function rulesOfStatement(statement: JsonObject, what: string): Rule[] {
  const unknown = Object.keys(statement).find(
    (name) => !elements.has(name) && name !== 'Condition',
  );
  if (unknown) throw new Error(`${what}: a role's statement has no ${unknown}.`);
  const effect = textOf(statement.Effect, `${what}: Effect`);
  if (effect !== 'Allow' && effect !== 'Deny') throw new Error(`${what}: no effect ${effect}.`);
  const conditions = readConditions(statement.Condition, what);
  const actions = patternsOf(statement, 'Action', what);
  const resources = patternsOf(statement, 'Resource', what);
  return actions.flatMap((action) =>
    resources.map((resource) => ({ effect, action, resource, conditions })),
  );
}

function patternsOf(statement: JsonObject, name: 'Action' | 'Resource', what: string): Pattern[] {
  const [own, opposite] = [statement[name], statement[`Not${name}`]];
  if ((own === undefined) === (opposite === undefined)) {
    throw new Error(`${what}: a statement has either ${name} or Not${name}.`);
  }
  const patterns = [own ?? opposite ?? []]
    .flat()
    .map((text) => pattern(textOf(text, `${what}: ${name}`), { ignoreCase: name === 'Action' }));
  if (own !== undefined) return patterns;
  const text = `not ${patterns.map((one) => one.text).join(', ')}`;
  return [{ text, matches: (value) => !patterns.some((one) => one.matches(value)) }];
}
