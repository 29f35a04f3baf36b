// What is wrong with a rule that is accepted all the same: its condition cannot be evaluated, so that the
// rule would deny whatever it judges (docs/rules.md).
import { checkCondition } from '../cel/checker/check-expression.ts';
import type { SourcePosition } from '../cel/cel-fault.ts';
import { Refusal } from '../refusals/refusals.ts';
import type { Rule, RuleTerms } from './rules.ts';
import { listVariableTypes } from './variable-types.ts';

export interface RuleWarning {
  /** JSON pointer to the member with the expression. */
  readonly expression: string;
  readonly message: string;
  readonly position: SourcePosition;
}

/** Lists the warnings of a rule's condition, which compiles, in the order of its text. */
export function listRuleWarnings({
  condition,
  appliesTo,
}: Pick<Rule, 'condition' | 'appliesTo'>): RuleWarning[] {
  if (condition === '') return [];
  return checkCondition(condition, listVariableTypes(appliesTo)).map((fault) => ({
    expression: '/condition',
    ...fault,
  }));
}

/** Whether a STRICT tenant may make the change although the rule has warnings: it leaves the rule disabled. */
export function canHaveWarnings(change: Partial<RuleTerms>, { enabled }: Rule): boolean {
  return !enabled && change.condition === undefined && change.appliesTo === undefined;
}

/** The refusal, with invalid_rule, of a rule with warnings by a tenant whose rules are STRICT. */
export function toRuleRefusal(warnings: readonly RuleWarning[]): Refusal {
  const faults = warnings.map(
    ({ expression, message, position: { line, column } }) =>
      `${expression} line ${line}, column ${column}: ${message}`,
  );
  return new Refusal('invalid_rule', faults);
}
