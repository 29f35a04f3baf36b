// What is wrong with a rule that is accepted all the same: its condition cannot be evaluated, so that the
// rule would deny whatever it judges (docs/rules.md).
import { checkCondition } from '../cel/checker/check-expression.ts';
import type { SourcePosition } from '../cel/cel-fault.ts';
import type { Rule } from './rules.ts';
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
