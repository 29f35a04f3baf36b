// CEL for conditions and templates. An expression is parsed once and evaluated within a step budget.
// docs/rules.md documents it for operators.
import { Refusal } from '../refusals/refusals.ts';
import { Budget } from './budget.ts';
import { compile } from './compile.ts';
import { CelFault, describeCelFault, locateOffset } from './cel-fault.ts';
import type { SourcePosition } from './cel-fault.ts';
import { parse } from './parse.ts';
import { nameType } from './values.ts';
import type { Value } from './values.ts';

/** The variables of an expression, by name. Only own properties are visible, at any depth. */
export type Variables = Readonly<Record<string, unknown>>;

/** The outcome of an evaluation: a value, or an error with its position. `steps` is the work done. */
export type EvaluationOutcome =
  | { readonly value: Value; readonly steps: number }
  | { readonly error: string; readonly position: SourcePosition; readonly steps: number };

export interface Expression {
  readonly source: string;
  /** Never throws for faults of the expression or the variables; several evaluations may share a budget. */
  evaluate(variables: Variables, budget?: Budget): EvaluationOutcome;
}

/** The outcome of a condition: whether it matched, or an error with its position. */
export type ConditionOutcome =
  | { readonly matched: boolean; readonly steps: number }
  | { readonly error: string; readonly position: SourcePosition; readonly steps: number };

/**
 * Parses and compiles an expression. Throws CelFault when it is not CEL, too large or calls an unknown
 * function.
 */
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
        const position = locateOffset(source, error.offset);
        return { error: error.message, position, steps: budget.spent - before };
      }
    },
  };
}

/** Evaluates a condition. A value other than true or false is an error. */
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
  return { error, position: locateOffset(condition.source, 0), steps };
}

/**
 * Compiles an expression of a request; `pointer` locates it in the message. Refuses with
 * invalid_expression, naming line and column.
 */
export function requireExpression(source: string, pointer: string): Expression {
  try {
    return compileExpression(source);
  } catch (error) {
    throw toExpressionRefusal(error, source, pointer);
  }
}

/** Turns a fault in a request's expression into a refusal; returns every other error unchanged. */
export function toExpressionRefusal(error: unknown, source: string, pointer: string): unknown {
  if (!(error instanceof CelFault)) return error;
  return new Refusal('invalid_expression', [`${pointer} ${describeCelFault(source, error)}`]);
}
