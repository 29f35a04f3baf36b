// Workflows: steps that an institution wants executed together, as data (docs/contract.md, Workflows). A
// workflow never changes. Its steps are compiled again for each execution, without faults.
import { requireExpression } from '../cel/expression.ts';
import { requireTemplate } from '../cel/template.ts';
import { Refusal } from '../refusals/refusals.ts';

/** With the contract's member names. */
export interface WorkflowStep {
  readonly order: number;
  readonly name: string;
  readonly action: string;
  /** Its strings may hold `${CEL}`. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** CEL; without a condition, or with an empty one, the step always runs. */
  readonly condition?: string;
}

export interface WorkflowDefinition {
  readonly name: string;
  readonly trigger: string;
  /** In the order of the definition. */
  readonly steps: readonly WorkflowStep[];
}

export interface Workflow extends WorkflowDefinition {
  readonly id: string;
  readonly tenantId: string;
  readonly createdAt: string;
}

/** The size limit keeps a workflow well within one stored record. */
const DEFINITION_BYTES_MAX = 128 * 1024;

/**
 * Validates the definition and copies its known members. Refuses, in this order: invalid_workflow,
 * invalid_expression.
 */
export function defineWorkflow({ name, trigger, steps }: WorkflowDefinition): WorkflowDefinition {
  const definition = { name, trigger, steps: steps.map(pickStep) };
  const bytes = new TextEncoder().encode(JSON.stringify(definition)).length;
  const faults =
    bytes > DEFINITION_BYTES_MAX
      ? [`the workflow takes ${bytes} bytes, more than ${DEFINITION_BYTES_MAX}`]
      : findRepeatedOrders(steps);
  if (faults.length > 0) throw new Refusal('invalid_workflow', faults);
  steps.forEach((step, index) => {
    compileStep(step, `/steps/${index}`);
  });
  return definition;
}

function pickStep({ order, name, action, parameters, condition }: WorkflowStep): WorkflowStep {
  return { order, name, action, parameters, ...(condition !== undefined && { condition }) };
}

function findRepeatedOrders(steps: readonly WorkflowStep[]): string[] {
  const firstIndexes = new Map<number, number>();
  return steps.flatMap(({ order }, index) => {
    const first = firstIndexes.get(order);
    if (first !== undefined) return [`/steps/${index}/order is that of /steps/${first} too`];
    firstIndexes.set(order, index);
    return [];
  });
}

/** Compiles the step's expressions. Refuses with invalid_expression. */
export function compileStep(step: WorkflowStep, pointer: string) {
  const { condition, parameters } = step;
  return {
    step,
    condition: condition ? requireExpression(condition, `${pointer}/condition`) : undefined,
    template: requireTemplate(parameters, `${pointer}/parameters`),
  };
}

export type CompiledStep = ReturnType<typeof compileStep>;

/** Sorts the steps into execution order. */
export function sortSteps(steps: readonly WorkflowStep[]): WorkflowStep[] {
  return [...steps].sort((one, other) => one.order - other.order);
}

/** Returns the message of workflow_not_found. */
export function describeMissingWorkflow(id: string): string {
  return `There is no workflow ${id.slice(0, 64)}.`;
}
