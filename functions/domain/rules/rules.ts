// Rules of a product: a condition in CEL and an action for when it matches (docs/contract.md, Rules).
import { requireExpression } from '../cel/expression.ts';
import type { RuleAction } from './actions.ts';
import { isDotSegment } from '../values/text-patterns.ts';
import { latestTime } from '../values/times.ts';
import { Refusal, refuseIf } from '../refusals/refusals.ts';

/** The members of a rule that may change. */
export interface RuleTerms {
  readonly condition: string;
  readonly action: RuleAction;
  /** Rules with a lower priority are evaluated first. */
  readonly priority: number;
  readonly enabled: boolean;
  /** The kinds of subjects that it applies to: POSTING, LOAN_TRANSACTION, or custom names. */
  readonly appliesTo: readonly string[];
}

export interface Rule extends RuleTerms {
  readonly id: string;
  readonly tenantId: string;
  readonly productId: string;
  readonly ruleType: string;
  /** Grows by 1 with each change, and keeps growing when a deleted rule is created again. */
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** A deleted rule is kept as a tombstone, so that its versions never restart. */
  readonly deletedAt?: string;
}

export interface RuleRequest {
  readonly id?: string;
  readonly rule_type: string;
  readonly condition: string;
  readonly action: object;
  readonly priority?: number;
  readonly enabled?: boolean;
  readonly applies_to?: readonly string[];
}

export type RuleChange = Partial<Omit<RuleRequest, 'id' | 'rule_type'>>;

/**
 * The rules of one product, enabled or not. With the steps of one evaluation and the postings of one
 * transaction it bounds the work of a request (ADR 066).
 */
export const RULES_MAX = 50;

/** Rules with these ids would have the same paths as operations. */
const RESERVED_IDS: readonly string[] = ['defaults', 'evaluate'];

/** The size limit of an action as JSON: the event of each match contains it. */
const ACTION_BYTES_MAX = 10_000;

/** Validates the terms of a new rule. Refuses, in this order: invalid_expression, invalid_rule. */
export function draftRule(request: RuleRequest): RuleTerms {
  const { id = '', condition, action } = request;
  requireCondition(condition);
  if (isDotSegment(id)) throw new Refusal('invalid_rule', ['/id must not be . or ..']);
  if (RESERVED_IDS.includes(id)) throw new Refusal('invalid_rule', [`/id must not be ${id}`]);
  return {
    condition,
    action: requireAction(action),
    ...applyRuleDefaults(request),
  };
}

/** Fills in the defaults of a request. */
export function applyRuleDefaults({
  priority = 100,
  enabled = true,
  applies_to = ['POSTING'],
}: RuleRequest) {
  return { priority, enabled, appliesTo: applies_to };
}

/** Validates the changes of a request. Refuses as draftRule does. */
export function draftChange(request: RuleChange): Partial<RuleTerms> {
  const { condition, action, priority, enabled, applies_to: appliesTo } = request;
  if (condition !== undefined) requireCondition(condition);
  return {
    ...(condition !== undefined && { condition }),
    ...(action !== undefined && { action: requireAction(action) }),
    ...(priority !== undefined && { priority }),
    ...(enabled !== undefined && { enabled }),
    ...(appliesTo !== undefined && { appliesTo }),
  };
}

// An empty condition is always true (docs/rules.md).
function requireCondition(condition: string): void {
  if (condition !== '') requireExpression(condition, '/condition');
}

// An action is free-form (docs/contract.md, Rules), so that only its size is limited.
function requireAction(action: object): RuleAction {
  if (Buffer.byteLength(JSON.stringify(action)) > ACTION_BYTES_MAX) {
    throw new Refusal('invalid_rule', [
      `/action must not be larger than ${ACTION_BYTES_MAX} bytes`,
    ]);
  }
  return action as RuleAction;
}

/** The product and id of a new rule. */
export interface RuleIdentity {
  readonly id: string;
  readonly tenantId: string;
  readonly productId: string;
  readonly now: Date;
}

/** Builds a new rule; `before` is the tombstone of a deleted rule with the same id. */
export function buildRule(
  terms: RuleTerms & { readonly ruleType: string },
  { now, ...identity }: RuleIdentity,
  before: Rule | undefined,
): Rule {
  const createdAt = latestTime(now, before?.updatedAt).toISOString();
  return {
    ...identity,
    ...terms,
    version: (before?.version ?? 0) + 1,
    createdAt,
    updatedAt: createdAt,
  };
}

/** Returns the rule after a change. */
export function changeRule(rule: Rule, change: Partial<RuleTerms>, now: Date): Rule {
  const updatedAt = latestTime(now, rule.updatedAt).toISOString();
  return { ...rule, ...change, version: rule.version + 1, updatedAt };
}

/** Returns the tombstone of a deleted rule. */
export function deleteRule(rule: Rule, now: Date): Rule {
  const deleted = changeRule(rule, {}, now);
  return { ...deleted, deletedAt: deleted.updatedAt };
}

/** Whether the rule exists and is not a tombstone. */
export function isPresent(rule: Rule | undefined): rule is Rule {
  return rule !== undefined && rule.deletedAt === undefined;
}

/** Refuses with rule_exists when a new rule's id is taken. */
export function refuseExistingRule(before: Rule | undefined): void {
  if (!isPresent(before)) return;
  throw new Refusal('rule_exists', `The product already has a rule ${before.id.slice(0, 128)}.`);
}

/**
 * Refuses with too_many_rules when the product would have more rules than RULES_MAX. `present` are
 * those that it has.
 */
export function refuseTooManyRules(present: number, added: number): void {
  refuseIf(
    present + added > RULES_MAX,
    'too_many_rules',
    `A product has at most ${RULES_MAX} rules; delete one first.`,
  );
}

/** Returns the rule unless it is missing or deleted. Refuses with rule_not_found. */
export function requireRule(rule: Rule | undefined, id: string): Rule {
  if (!isPresent(rule)) {
    throw new Refusal('rule_not_found', `There is no rule ${id.slice(0, 128)} of this product.`);
  }
  return rule;
}

/** Sorts rules into evaluation order: by priority, then by id. */
export function sortRules<Ordered extends Pick<Rule, 'priority' | 'id'>>(
  rules: readonly Ordered[],
): Ordered[] {
  return [...rules].sort(
    (a, b) => a.priority - b.priority || (a.id < b.id ? -1 : Number(a.id > b.id)),
  );
}
