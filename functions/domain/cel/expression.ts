// CEL for conditions and templates: parsed once, evaluated within a bound, with an outcome that says
// why. docs/rules.md tells operators what they may write.
import { Refusal } from '../refusals/refusals.ts';
import { Budget } from './budget.ts';
import { compile } from './compile.ts';
import { CelFault, describeCelFault, locateOffset } from './cel-fault.ts';
import type { SourcePosition } from './cel-fault.ts';
import { parse } from './parse.ts';
import { nameType } from './values.ts';
import type { Value } from './values.ts';

/** What an expression may speak of, by name. Only own members are seen, at any depth. */
export type Variables = Readonly<Record<string, unknown>>;

/** What came of an evaluation: a value, or what went wrong and where. `steps` is the work done. */
export type EvaluationOutcome =
  | { readonly value: Value; readonly steps: number }
  | { readonly error: string; readonly place: SourcePosition; readonly steps: number };

export interface Expression {
  readonly source: string;
  /** Never throws for what is in the expression or the variables; several may share a budget. */
  evaluate(variables: Variables, budget?: Budget): EvaluationOutcome;
}

/** What came of a condition: whether it holds, or what went wrong and where. */
export type ConditionOutcome =
  | { readonly matched: boolean; readonly steps: number }
  | { readonly error: string; readonly place: SourcePosition; readonly steps: number };

/** Reads an expression. Throws CelFault where it is not CEL, is too large or calls the unknown. */
export function compileExpression(source: string): Expression {
  const code = compile(parse(source));
  return {
    source,
    evaluate(variables, budget = new Budget()) {
      const before = budget.spent;
      try {
        const value = code({ variables, budget, scope: undefined });
        return { value, steps: budget.spent - before };
      } catch (error) {
        if (!(error instanceof CelFault)) throw error;
        const place = locateOffset(source, error.offset);
        return { error: error.message, place, steps: budget.spent - before };
      }
    },
  };
}

/** Evaluates a condition: anything but true or false is an error. */
export function evaluateCondition(
  condition: Expression,
  variables: Variables,
  budget?: Budget,
): ConditionOutcome {
  const outcome = condition.evaluate(variables, budget);
  if ('error' in outcome) return outcome;
  const { value, steps } = outcome;
  if (typeof value === 'boolean') return { matched: value, steps };
  const error = `a condition must be true or false, not ${nameType(value)}`;
  return { error, place: locateOffset(condition.source, 0), steps };
}

/**
 * Reads an expression of a request; `pointer` leads to it for the message.
 * Refuses with invalid_expression, naming line and column.
 */
export function requireExpression(source: string, pointer: string): Expression {
  try {
    return compileExpression(source);
  } catch (error) {
    throw toExpressionRefusal(error, source, pointer);
  }
}

/** The refusal that a fault in a request's expression means; everything else as it is. */
export function toExpressionRefusal(error: unknown, source: string, pointer: string): unknown {
  if (!(error instanceof CelFault)) return error;
  return new Refusal('invalid_expression', [`${pointer} ${describeCelFault(source, error)}`]);
}
