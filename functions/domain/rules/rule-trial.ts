// Tries rules on a sample and explains what each would do, without effects.
import type { SourcePosition } from '../cel/cel-fault.ts';
import { Budget } from '../cel/budget.ts';
import { Decimal } from '../cel/decimal.ts';
import { Timestamp } from '../cel/time.ts';
import type { FailingRuleMode } from '../general-ledger/settings.ts';
import { Refusal } from '../refusals/refusals.ts';
import { compileRule } from './compiled-rules.ts';
import { applyRuleDefaults, sortRules } from './rules.ts';
import type { RuleAction, RuleEffect } from './actions.ts';
import type { CompiledRule } from './product-rules.ts';
import type { RuleRequest, Rule } from './rules.ts';
import type { RuleVariables } from './variables.ts';

export type TrialRule = Pick<
  Rule,
  'id' | 'productId' | 'condition' | 'action' | 'appliesTo' | 'priority' | 'enabled'
>;

/** The outcome of one rule. */
export interface RuleTrial {
  readonly rule: TrialRule;
  readonly outcome: 'MATCHED' | 'NOT_MATCHED' | 'ERROR' | 'SKIPPED';
  readonly error?: { readonly message: string; readonly position: SourcePosition };
  /** What the action does when the rule matches. */
  readonly effect: RuleEffect['type'];
  /** Whether it denies unless the tenant skips failing rules. */
  readonly denies: boolean;
  readonly steps: number;
}

/** Builds the rules of a request for a trial; a faulty condition becomes part of the outcome. */
export function toTrialRules(productId: string, rules: readonly RuleRequest[]): TrialRule[] {
  return rules.map((rule, index) => ({
    id: rule.id ?? `/rules/${index}`,
    productId,
    condition: rule.condition,
    action: rule.action as RuleAction,
    ...applyRuleDefaults(rule),
  }));
}

/**
 * Evaluates every rule in order of priority, also after one that denies; `now` applies unless the sample
 * has its own. Refuses with invalid_request when that is no time of the years 1 to 9999.
 */
export function runRuleTrial(
  rules: readonly TrialRule[],
  sample: Readonly<Record<string, unknown>>,
  { subject, now }: { subject: string; now: Date },
): RuleTrial[] {
  const variables = buildSampleVariables(sample, now);
  return tryRules(compileTrialRules(rules), variables, { subject });
}

interface CompiledTrialRule {
  readonly rule: TrialRule;
  readonly compiled: CompiledRule;
}

/** Compiles the rules, disabled ones too, in order of priority. */
export function compileTrialRules(rules: readonly TrialRule[]): CompiledTrialRule[] {
  return sortRules(rules).map((rule) => ({ rule, compiled: compileRule(rule) }));
}

/** Evaluates every rule with the variables, also after one that denies. */
export function tryRules(
  rules: readonly CompiledTrialRule[],
  variables: RuleVariables,
  { subject, stepsMax }: { readonly subject: string; readonly stepsMax?: number },
): RuleTrial[] {
  return rules.map(({ rule, compiled }) => {
    const effect = compiled.effect.type;
    if (!rule.enabled || !rule.appliesTo.includes(subject)) {
      return { rule, outcome: 'SKIPPED', effect, denies: false, steps: 0 };
    }
    const judged = compiled.evaluate(variables, new Budget(stepsMax));
    const { steps } = judged;
    if ('error' in judged) {
      const error = { message: judged.error, position: judged.position };
      return { rule, outcome: 'ERROR', error, effect, denies: true, steps };
    }
    const { matched } = judged;
    const denies = matched && effect === 'DENY';
    return { rule, outcome: matched ? 'MATCHED' : 'NOT_MATCHED', effect, denies, steps };
  });
}

/** Finds the first rule that denies: one that fails only if the tenant does not skip it. */
export function findDenyingTrial(
  tried: readonly RuleTrial[],
  failingRules?: FailingRuleMode,
): RuleTrial | undefined {
  const isSkipped = ({ outcome }: RuleTrial) => outcome === 'ERROR' && failingRules === 'SKIP';
  return tried.find((trial) => trial.denies && !isSkipped(trial));
}

/** Members that hold money at any depth, except in the free-form context. */
const AMOUNT_NAMES = new Set([
  'amount',
  'balance',
  'balance_after',
  'disbursed',
  'fees',
  'fees_outstanding',
  'interest',
  'interest_outstanding',
  'principal',
  'principal_outstanding',
]);

const NULLABLE = { loan: null, transaction: null };

function buildSampleVariables(
  sample: Readonly<Record<string, unknown>>,
  present: Date,
): Record<string, unknown> {
  const { context = {}, now, posting } = sample;
  const { amount, currency } = (posting ?? {}) as { amount?: unknown; currency?: unknown };
  const whole = posting ? { posting: { reference: '', ...posting } } : {};
  const known = { ...NULLABLE, amount, currency, ...sample, ...whole };
  const variables = Object.entries(known).map(([name, value]) => [name, toExactValue(name, value)]);
  return {
    ...Object.fromEntries(variables),
    context,
    now: typeof now === 'string' ? requireTime(now) : Timestamp.ofDate(present),
  };
}

// A leap second and a year 0 match the schema, but no condition can calculate with them.
function requireTime(text: string): Timestamp {
  try {
    const time = Timestamp.parse(text.toUpperCase());
    if (time) return time;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new Refusal('invalid_request', ['/sample/now is not a representable time']);
}

// Text that spells an amount becomes an exact amount in such a member.
function toExactValue(name: string, value: unknown): unknown {
  if (typeof value === 'string')
    return AMOUNT_NAMES.has(name) ? (Decimal.parse(value) ?? value) : value;
  if (Array.isArray(value)) return value.map((item) => toExactValue('', item));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([member, part]) => [
    member,
    toExactValue(member, part),
  ]);
  return Object.fromEntries(members);
}
