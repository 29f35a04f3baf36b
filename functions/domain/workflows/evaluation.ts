// Evaluates the condition and templates of each workflow step, exactly and within one step budget for
// the whole execution.
import { Budget } from '../cel/budget.ts';
import { evaluateCondition } from '../cel/expression.ts';
import type { SourcePosition } from '../cel/cel-fault.ts';
import { Refusal } from '../refusals/refusals.ts';
import { sortSteps, compileStep } from './workflows.ts';
import type { CompiledStep, Workflow, WorkflowStep } from './workflows.ts';

/** The CEL steps for all conditions and templates of one execution together. */
export const EXECUTION_STEPS_MAX = 100_000;

export type WorkflowData = Readonly<Record<string, unknown>>;

/** The result of a step; later steps see `output`. */
export interface StepResult {
  readonly order: number;
  readonly name: string;
  readonly action: string;
  readonly status: 'EXECUTED' | 'SKIPPED' | 'DISPATCHED';
  readonly output?: WorkflowData;
}

export interface StepOutcome {
  readonly status: 'EXECUTED' | 'DISPATCHED';
  readonly output: WorkflowData;
}

/** The action whose output is merged into the context. */
export const SET_CONTEXT = 'SET_CONTEXT';

/** Executes a step with its parameters. Its effects happen only once all steps have succeeded. */
export type StepExecutor = (step: WorkflowStep, parameters: WorkflowData) => Promise<StepOutcome>;

export interface WorkflowEvaluation {
  readonly steps: readonly StepResult[];
  readonly context: WorkflowData;
}

/**
 * Runs the steps in order: evaluates the condition, renders the parameters, executes. A step sees
 * `context`, `now` and, in `steps`, the earlier steps by order and by name. Refuses with step_failed,
 * naming order, name and reason; refusals of the whole request pass through unchanged.
 */
export async function evaluateSteps(
  workflow: Workflow,
  { context: given, now }: { context: WorkflowData; now: Date },
  perform: StepExecutor,
): Promise<WorkflowEvaluation> {
  const budget = new Budget(EXECUTION_STEPS_MAX);
  const seen = new Map<bigint | string, StepResult>();
  const results: StepResult[] = [];
  let context = given;
  for (const step of sortSteps(workflow.steps)) {
    const variables = { context, steps: seen, now };
    const outcome = await executeStep(step, { variables, budget }, perform);
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

interface EvaluationState {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly budget: Budget;
}

async function executeStep(
  step: WorkflowStep,
  evaluation: EvaluationState,
  perform: StepExecutor,
): Promise<StepOutcome | undefined> {
  try {
    const ready = compileStep(step, '');
    if (!isStepConditionMet(ready, evaluation)) return undefined;
    return await perform(step, renderParameters(ready, evaluation));
  } catch (error) {
    throw toStepFailure(step, error);
  }
}

function isStepConditionMet(
  { condition }: CompiledStep,
  { variables, budget }: EvaluationState,
): boolean {
  if (!condition) return true;
  const judged = evaluateCondition(condition, variables, budget);
  if ('error' in judged) throw buildExpressionRefusal('/condition', judged);
  return judged.matched;
}

function renderParameters(
  { template }: CompiledStep,
  { variables, budget }: EvaluationState,
): WorkflowData {
  const rendered = template.render(variables, budget);
  if ('error' in rendered) throw buildExpressionRefusal(rendered.pointer, rendered);
  return rendered.value as WorkflowData;
}

function buildExpressionRefusal(
  pointer: string,
  { error, position }: { error: string; position: SourcePosition },
): Refusal {
  const sentence = `${pointer} line ${position.line}, column ${position.column}: ${error}.`;
  return new Refusal('step_failed', sentence);
}

/** Refusals that concern the whole request and not one step. */
const WHOLE_WORKFLOW_REFUSALS: readonly string[] = [
  'too_many_writes',
  'entry_too_large',
  'contention',
  'outcome_unknown',
];

function toStepFailure({ order, name }: WorkflowStep, error: unknown): unknown {
  if (!(error instanceof Refusal) || WHOLE_WORKFLOW_REFUSALS.includes(error.code)) return error;
  const failed = new Refusal('step_failed', `Step ${order} (${name}) failed: ${error.message}`);
  failed.cause = error;
  return failed;
}
