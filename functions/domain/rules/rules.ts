// Rules of a product: a condition in CEL and an action for when it matches (docs/contract.md, Rules).
import { requireExpression } from '../cel/expression.ts';
import { latestTime } from '../values/latest-time.ts';
import { Refusal } from '../refusals/refusals.ts';

export type RuleAction = Readonly<Record<string, unknown>> & { readonly type: string };

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

/** The size limit of an action as JSON: the event of each match contains it. */
const ACTION_BYTES_MAX = 10_000;
const AMOUNT = /^(0|[1-9][0-9]{0,35})\.[0-9]{2}$/;

/** Validates the terms of a new rule. Refuses, in this order: invalid_expression, invalid_rule. */
export function draftRule(request: RuleRequest): RuleTerms {
  requireExpression(request.condition, '/condition');
  return {
    condition: request.condition,
    action: requireAction(request.action),
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
  if (condition !== undefined) requireExpression(condition, '/condition');
  return {
    ...(condition !== undefined && { condition }),
    ...(action !== undefined && { action: requireAction(action) }),
    ...(priority !== undefined && { priority }),
    ...(enabled !== undefined && { enabled }),
    ...(appliesTo !== undefined && { appliesTo }),
  };
}

const actionFaults: Readonly<Record<string, (action: RuleAction) => string[]>> = {
  DENY: ({ message }) =>
    isText(message, 500) ? [] : ['/action/message must be a text of 1 to 500 characters'],
  CHARGE_FEE: (action) => [
    ...(isFee(action['amount']) ? [] : ['/action/amount must be a decimal string above zero']),
    ...(isText(action['income_account_code'], 64)
      ? []
      : ['/action/income_account_code must be a text of 1 to 64 characters']),
  ],
};

function requireAction(given: object): RuleAction {
  const { type } = given as { type?: unknown };
  const action = given as RuleAction;
  const faults =
    Object.hasOwn(given, 'type') && isText(type, 64)
      ? (Object.hasOwn(actionFaults, type) ? actionFaults[type] : undefined)?.(action)
      : ['/action/type must be a text of 1 to 64 characters'];
  if (Buffer.byteLength(JSON.stringify(given)) > ACTION_BYTES_MAX) {
    throw new Refusal('invalid_rule', [
      `/action must not be larger than ${ACTION_BYTES_MAX} bytes`,
    ]);
  }
  if (faults && faults.length > 0) throw new Refusal('invalid_rule', faults);
  return action;
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length >= 1 && value.length <= longest;
}

function isFee(value: unknown): boolean {
  return typeof value === 'string' && AMOUNT.test(value) && /[1-9]/.test(value);
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
  { now, ...place }: RuleIdentity,
  before: Rule | undefined,
): Rule {
  const createdAt = latestTime(now, before?.updatedAt).toISOString();
  return {
    ...place,
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
