// Compiles rules. Nothing else on the path of a posting needs the CEL parser, so it is loaded with the
// first product that has rules.
import { compileExpression, evaluateCondition } from '../cel/expression.ts';
import type { Expression } from '../cel/expression.ts';
import { CelFault, locateOffset } from '../cel/cel-fault.ts';
import { readRuleEffect } from './actions.ts';
import type { CompiledRule } from './product-rules.ts';
import { sortRules } from './rules.ts';
import type { Rule } from './rules.ts';

/** Compiles the enabled rules, in order of priority. */
export function compileRules(rules: readonly Rule[]): CompiledRule[] {
  return sortRules(rules.filter(({ enabled }) => enabled)).map(compileRule);
}

/** A rule whose condition does not compile stays in the list: its evaluation is an error, which denies. */
export function compileRule(
  rule: Pick<Rule, 'id' | 'productId' | 'condition' | 'action' | 'appliesTo'>,
): CompiledRule {
  const { id, productId, condition, action, appliesTo } = rule;
  const compiled = compileCondition(condition);
  return {
    id,
    productId,
    action,
    effect: readRuleEffect(action),
    appliesTo,
    evaluate: (variables, budget) =>
      compiled instanceof CelFault
        ? { error: compiled.message, position: locateOffset(condition, compiled.offset), steps: 0 }
        : evaluateCondition(compiled, variables, budget),
  };
}

function compileCondition(condition: string): Expression | CelFault {
  try {
    return compileExpression(condition === '' ? 'true' : condition);
  } catch (error) {
    if (error instanceof CelFault) return error;
    throw error;
  }
}
