// Rules made ready to be judged again and again. This is the only part of the money path that needs
// the grammar of CEL, so it is loaded with the first product that has rules.
import { expression, judge } from '../cel/expression.ts';
import type { Expression } from '../cel/expression.ts';
import { CelFault, placeOf } from '../cel/fault.ts';
import type { CompiledRule } from './judgement.ts';
import { inOrder } from './rules.ts';
import type { Rule } from './rules.ts';

/** The enabled rules in the order of judgement. */
export function compileRules(rules: readonly Rule[]): CompiledRule[] {
  return inOrder(rules.filter(({ enabled }) => enabled)).map(compileRule);
}

/** A rule whose condition cannot be read is not lost: judging it is an error, which denies. */
export function compileRule(
  rule: Pick<Rule, 'id' | 'productId' | 'condition' | 'action' | 'appliesTo'>,
): CompiledRule {
  const { id, productId, condition, action, appliesTo } = rule;
  const compiled = readable(condition);
  return {
    id,
    productId,
    action,
    appliesTo,
    judge: (variables, budget) =>
      compiled instanceof CelFault
        ? { error: compiled.message, place: placeOf(condition, compiled.offset), steps: 0 }
        : judge(compiled, variables, budget),
  };
}

function readable(condition: string): Expression | CelFault {
  try {
    return expression(condition);
  } catch (error) {
    if (error instanceof CelFault) return error;
    throw error;
  }
}
