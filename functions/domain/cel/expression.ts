// CEL for conditions and templates: parsed once, evaluated within a bound, with an outcome that says
// why. docs/rules.md tells operators what they may write.
import { Refusal } from '../refusals/refusals.ts';
import { Budget } from './budget.ts';
import { compile } from './compile.ts';
import { CelFault, describeFault, placeOf } from './fault.ts';
import type { Place } from './fault.ts';
import { parse } from './parse.ts';
import { typeName } from './values.ts';
import type { Value } from './values.ts';

/** What an expression may speak of, by name. Only own members are seen, at any depth. */
export type Variables = Readonly<Record<string, unknown>>;

/** What came of an evaluation: a value, or what went wrong and where. `steps` is the work done. */
export type Evaluated =
  | { readonly value: Value; readonly steps: number }
  | { readonly error: string; readonly place: Place; readonly steps: number };

export interface Expression {
  readonly source: string;
  /** Never throws for what is in the expression or the variables; several may share a budget. */
  evaluate(variables: Variables, budget?: Budget): Evaluated;
}

/** What came of a condition: whether it holds, or what went wrong and where. */
export type Judged =
  | { readonly matched: boolean; readonly steps: number }
  | { readonly error: string; readonly place: Place; readonly steps: number };

/** Reads an expression. Throws CelFault where it is not CEL, is too large or calls the unknown. */
export function expression(source: string): Expression {
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
        const place = placeOf(source, error.offset);
        return { error: error.message, place, steps: budget.spent - before };
      }
    },
  };
}

/** Evaluates a condition: anything but true or false is an error. */
export function judge(condition: Expression, variables: Variables, budget?: Budget): Judged {
  const outcome = condition.evaluate(variables, budget);
  if ('error' in outcome) return outcome;
  const { value, steps } = outcome;
  if (typeof value === 'boolean') return { matched: value, steps };
  const error = `a condition must be true or false, not ${typeName(value)}`;
  return { error, place: placeOf(condition.source, 0), steps };
}

/**
 * Reads an expression of a request; `pointer` leads to it for the message.
 * Refuses with invalid_expression, naming line and column.
 */
export function demandExpression(source: string, pointer: string): Expression {
  try {
    return expression(source);
  } catch (error) {
    throw refusalOf(error, source, pointer);
  }
}

/** The refusal that a fault in a request's expression means; everything else as it is. */
export function refusalOf(error: unknown, source: string, pointer: string): unknown {
  if (!(error instanceof CelFault)) return error;
  return new Refusal('invalid_expression', [`${pointer} ${describeFault(source, error)}`]);
}
