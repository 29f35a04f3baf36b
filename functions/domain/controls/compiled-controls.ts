// Compiles controls and finds the one that catches a request. Nothing else in most operations needs the CEL
// parser, so this is loaded with the first control of a tenant.
import { Budget } from '../cel/budget.ts';
import { compileExpression, evaluateCondition } from '../cel/expression.ts';
import type { ConditionOutcome } from '../cel/expression.ts';
import { CelFault, describeCelFault } from '../cel/cel-fault.ts';
import type { Control } from './controls.ts';
import type { JudgedRequest } from './judged-requests.ts';

type ControlVariables = Readonly<Record<string, unknown>>;

export interface CompiledControl {
  readonly operation: string;
  readonly when?: string;
  /** Whether the condition may need the records of accounts or products, or the request. */
  readonly needs: {
    readonly account: boolean;
    readonly product: boolean;
    readonly request: boolean;
  };
  readonly evaluate: (variables: ControlVariables, budget: Budget) => ControlOutcome;
}

type ControlOutcome =
  | { readonly isCaught: boolean }
  /** The condition cannot be evaluated: such a control catches. */
  | { readonly isCaught: true; readonly error: string };

/** Why a request was caught. */
export interface CatchingControl {
  /** The operation that the control names, if it is another one that would do the same. */
  readonly operation?: string;
  readonly when?: string;
  /** Why the condition could not be evaluated. */
  readonly error?: string;
}

/** The steps that all conditions together may take for one request. */
const REQUEST_STEPS_MAX = 1_000_000;

const UNKNOWN_REQUEST = 'the condition names request, which is in a file that is not read yet';

/** Compiles controls in their order. */
export function compileControls(controls: readonly Control[]): CompiledControl[] {
  return controls.map(({ operation, when }) => ({
    operation,
    ...(when !== undefined && { when }),
    needs: {
      account: names(when, 'account'),
      product: names(when, 'product'),
      request: names(when, 'request'),
    },
    evaluate: when === undefined ? () => ({ isCaught: true }) : compileCondition(when),
  }));
}

/**
 * Finds the first control that catches one of the requests, by the variables of each subject. The first
 * request is the one that was made.
 */
export function findCatchingControl(
  controls: readonly CompiledControl[],
  requests: readonly JudgedRequest[],
  subjects: readonly ControlVariables[],
  stepsMax: number = REQUEST_STEPS_MAX,
): CatchingControl | undefined {
  const budget = new Budget(stepsMax);
  const [made] = requests;
  for (const control of controls) {
    const { operation, when, needs } = control;
    const own = requests.filter((request) => request.operation === operation);
    for (const request of needs.request ? own : own.slice(0, 1)) {
      const caught = judge(control, request, subjects, budget);
      if (caught) {
        return {
          ...(operation !== made?.operation && { operation }),
          ...(when !== undefined && { when }),
          ...caught,
        };
      }
    }
  }
  return undefined;
}

// Returns what is to be said of the catch, if there is one.
function judge(
  { needs, evaluate }: CompiledControl,
  { members: request }: JudgedRequest,
  subjects: readonly ControlVariables[],
  budget: Budget,
): { readonly error?: string } | undefined {
  if (needs.request && !request) return { error: UNKNOWN_REQUEST };
  for (const variables of subjects) {
    const outcome = evaluate({ ...variables, request }, budget);
    if (outcome.isCaught) return 'error' in outcome ? { error: outcome.error } : {};
  }
  return undefined;
}

// A text that only looks like the name costs a read, and changes no outcome.
function names(when: string | undefined, variable: string): boolean {
  return when !== undefined && new RegExp(`\\b${variable}\\b`).test(when);
}

function compileCondition(when: string): CompiledControl['evaluate'] {
  const compiled = tryToCompile(when);
  if (typeof compiled === 'string') return () => ({ isCaught: true, error: compiled });
  return (variables, budget) => toControlOutcome(evaluateCondition(compiled, variables, budget));
}

// A stored condition may be from a version with another grammar.
function tryToCompile(when: string) {
  try {
    return compileExpression(when);
  } catch (error) {
    if (error instanceof CelFault) return describeCelFault(when, error);
    throw error;
  }
}

function toControlOutcome(outcome: ConditionOutcome): ControlOutcome {
  if (!('error' in outcome)) return { isCaught: outcome.matched };
  const { line, column } = outcome.position;
  return { isCaught: true, error: `line ${line}, column ${column}: ${outcome.error}` };
}
