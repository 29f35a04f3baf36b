// Splits policy documents into one rule for each action and resource of a statement, so that each grant
// can be listed, counted and withdrawn on its own.
import { isObject, requireText } from '../cloudformation/template.ts';
import type { Json, JsonObject } from '../cloudformation/template.ts';
import { readConditions } from './conditions.ts';
import type { PolicyCondition, IamContext } from './conditions.ts';
import { compileIamPattern } from './iam-pattern.ts';
import type { IamPattern } from './iam-pattern.ts';

/** A permission that a call needs: one action on one resource. */
export interface IamNeed {
  readonly action: string;
  readonly resource: string;
  readonly context?: IamContext;
}

export interface IamRule {
  readonly effect: 'Allow' | 'Deny';
  readonly action: IamPattern;
  readonly resource: IamPattern;
  readonly conditions: readonly PolicyCondition[];
}

export interface IamVerdict {
  readonly kind: 'allowed' | 'denied' | 'not granted';
  /** The rule that allows the call, if there is exactly one. */
  readonly only?: IamRule;
}

const STATEMENT_ELEMENTS = new Set([
  'Sid',
  'Effect',
  'Action',
  'NotAction',
  'Resource',
  'NotResource',
]);

/** Decides as IAM does: an explicit deny overrides every allow, and nothing is granted without an allow. */
export function evaluateNeed(rules: readonly IamRule[], need: IamNeed): IamVerdict {
  const fitting = rules.filter((rule) => isRuleApplicable(rule, need));
  if (fitting.some(({ effect }) => effect === 'Deny')) return { kind: 'denied' };
  const [first, second] = fitting;
  if (!first) return { kind: 'not granted' };
  return { kind: 'allowed', ...(!second && { only: first }) };
}

function isRuleApplicable(rule: IamRule, { action, resource, context = {} }: IamNeed): boolean {
  return (
    rule.action.matches(action) &&
    rule.resource.matches(resource) &&
    rule.conditions.every((isMet) => isMet(context))
  );
}

/** Throws for an element that the runner does not support; `what` names the policy in the error. */
export function readRules(document: Json | undefined, what: string): IamRule[] {
  if (!isObject(document)) throw new Error(`${what} is not a policy document.`);
  return [document.Statement ?? []].flat().flatMap((statement) => {
    if (!isObject(statement)) throw new Error(`${what}: a statement must be an object.`);
    return readStatementRules(statement, what);
  });
}

function readStatementRules(statement: JsonObject, what: string): IamRule[] {
  const unknown = Object.keys(statement).find(
    (name) => !STATEMENT_ELEMENTS.has(name) && name !== 'Condition',
  );
  if (unknown) throw new Error(`${what}: a statement of a role cannot have ${unknown}.`);
  const effect = requireText(statement.Effect, `${what}: Effect`);
  if (effect !== 'Allow' && effect !== 'Deny')
    throw new Error(`${what}: Effect must be Allow or Deny, not ${effect}.`);
  const conditions = readConditions(statement.Condition, what);
  const actions = readPatterns(statement, 'Action', what);
  const resources = readPatterns(statement, 'Resource', what);
  return actions.flatMap((action) =>
    resources.map((resource) => ({ effect, action, resource, conditions })),
  );
}

function readPatterns(
  statement: JsonObject,
  name: 'Action' | 'Resource',
  what: string,
): IamPattern[] {
  const [own, opposite] = [statement[name], statement[`Not${name}`]];
  if ((own === undefined) === (opposite === undefined)) {
    throw new Error(`${what}: a statement must have either ${name} or Not${name}.`);
  }
  const patterns = [own ?? opposite ?? []]
    .flat()
    .map((text) =>
      compileIamPattern(requireText(text, `${what}: ${name}`), { ignoreCase: name === 'Action' }),
    );
  if (own !== undefined) return patterns;
  const text = `not ${patterns.map((one) => one.text).join(', ')}`;
  return [{ text, matches: (value) => !patterns.some((one) => one.matches(value)) }];
}
