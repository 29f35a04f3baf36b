// What a step of a workflow sees and asks for: its condition and its templates, evaluated exactly and
// within one bound for the whole execution.
import { Budget } from '../cel/budget.ts';
import { judge } from '../cel/expression.ts';
import type { Place } from '../cel/fault.ts';
import { Refusal } from '../refusals/refusals.ts';
import { inOrder, readStep } from './workflows.ts';
import type { ReadStep, Workflow, WorkflowStep } from './workflows.ts';

/** Steps of CEL for all conditions and templates of one execution together. */
export const EXECUTION_STEPS_MAX = 100_000;

export type Data = Readonly<Record<string, unknown>>;

/** What came of a step: `output` is what later steps see of it. */
export interface StepResult {
  readonly order: number;
  readonly name: string;
  readonly action: string;
  readonly status: 'EXECUTED' | 'SKIPPED' | 'DISPATCHED';
  readonly output?: Data;
}

export interface StepOutcome {
  readonly status: 'EXECUTED' | 'DISPATCHED';
  readonly output: Data;
}

/** The action whose output becomes part of the context. */
export const SET_CONTEXT = 'SET_CONTEXT';

/** Carries out a step with its parameters; it has effects only once all steps have succeeded. */
export type Perform = (step: WorkflowStep, parameters: Data) => Promise<StepOutcome>;

export interface Evaluated {
  readonly steps: readonly StepResult[];
  readonly context: Data;
}

/**
 * Runs the steps one after the other: judges the condition, fills in the parameters, performs. A
 * step sees `context`, `now` and, in `steps`, those before it by order and by name.
 * Refuses with step_failed, naming order, name and reason; what says that the whole is too large
 * stays as it is.
 */
export async function evaluateSteps(
  workflow: Workflow,
  { context: given, now }: { context: Data; now: Date },
  perform: Perform,
): Promise<Evaluated> {
  const budget = new Budget(EXECUTION_STEPS_MAX);
  const seen = new Map<bigint | string, StepResult>();
  const results: StepResult[] = [];
  let context = given;
  for (const step of inOrder(workflow.steps)) {
    const variables = { context, steps: seen, now };
    const outcome = await outcomeOf(step, { variables, budget }, perform);
    const { order, name, action } = step;
    const result: StepResult = outcome
      ? { order, name, action, status: outcome.status, output: outcome.output }
      : { order, name, action, status: 'SKIPPED' };
    results.push(result);
    seen.set(BigInt(order), result).set(name, result);
    if (outcome && action === SET_CONTEXT) context = { ...context, ...outcome.output };
  }
  return { steps: results, context };
}

interface Evaluation {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly budget: Budget;
}

async function outcomeOf(
  step: WorkflowStep,
  evaluation: Evaluation,
  perform: Perform,
): Promise<StepOutcome | undefined> {
  try {
    const ready = readStep(step, '');
    if (!isWanted(ready, evaluation)) return undefined;
    return await perform(step, parametersOf(ready, evaluation));
  } catch (error) {
    throw failureOf(step, error);
  }
}

function isWanted({ condition }: ReadStep, { variables, budget }: Evaluation): boolean {
  if (!condition) return true;
  const judged = judge(condition, variables, budget);
  if ('error' in judged) throw faultAt('/condition', judged);
  return judged.matched;
}

function parametersOf({ template }: ReadStep, { variables, budget }: Evaluation): Data {
  const rendered = template.render(variables, budget);
  if ('error' in rendered) throw faultAt(rendered.pointer, rendered);
  return rendered.value as Data;
}

function faultAt(pointer: string, { error, place }: { error: string; place: Place }): Refusal {
  const sentence = `${pointer} line ${place.line}, column ${place.column}: ${error}.`;
  return new Refusal('step_failed', sentence);
}

/** What is true of the request as a whole and not of one step. */
const OF_THE_WHOLE: readonly string[] = [
  'too_many_writes',
  'entry_too_large',
  'contention',
  'outcome_unknown',
];

function failureOf({ order, name }: WorkflowStep, error: unknown): unknown {
  if (!(error instanceof Refusal) || OF_THE_WHOLE.includes(error.code)) return error;
  const failed = new Refusal('step_failed', `Step ${order} (${name}) failed: ${error.message}`);
  failed.cause = error;
  return failed;
}
