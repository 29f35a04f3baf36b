// Workflows: what an institution wants done together, as data (docs/contract.md, Workflows). One is never
// changed; its steps are read again for each execution, which finds nothing wrong with them.
import { requireExpression } from '../cel/expression.ts';
import { requireTemplate } from '../cel/template.ts';
import { Refusal } from '../refusals/refusals.ts';

/** In the words of the contract. */
export interface WorkflowStep {
  readonly order: number;
  readonly name: string;
  readonly action: string;
  /** May hold `${CEL}` in its texts. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** CEL; without one the step is always executed. */
  readonly condition?: string;
}

export interface WorkflowDefinition {
  readonly name: string;
  readonly trigger: string;
  /** In the order in which they were written. */
  readonly steps: readonly WorkflowStep[];
}

export interface Workflow extends WorkflowDefinition {
  readonly id: string;
  readonly tenantId: string;
  readonly createdAt: string;
}

/** A stored workflow fits one record of the ledger with room to spare. */
const DEFINITION_BYTES_MAX = 128 * 1024;

/**
 * The definition without anything else that was sent along.
 * Refuses, in this order: invalid_workflow, invalid_expression.
 */
export function defineWorkflow({ name, trigger, steps }: WorkflowDefinition): WorkflowDefinition {
  const definition = { name, trigger, steps: steps.map(pickStep) };
  const bytes = new TextEncoder().encode(JSON.stringify(definition)).length;
  const faults =
    bytes > DEFINITION_BYTES_MAX
      ? [`the workflow takes ${bytes} bytes, more than ${DEFINITION_BYTES_MAX}`]
      : findRepeatedOrders(steps);
  if (faults.length > 0) throw new Refusal('invalid_workflow', faults);
  steps.forEach((step, place) => {
    compileStep(step, `/steps/${place}`);
  });
  return definition;
}

function pickStep({ order, name, action, parameters, condition }: WorkflowStep): WorkflowStep {
  return { order, name, action, parameters, ...(condition !== undefined && { condition }) };
}

function findRepeatedOrders(steps: readonly WorkflowStep[]): string[] {
  const places = new Map<number, number>();
  return steps.flatMap(({ order }, place) => {
    const first = places.get(order);
    if (first !== undefined) return [`/steps/${place}/order is that of /steps/${first} too`];
    places.set(order, place);
    return [];
  });
}

/** The step with its expressions ready to run. Refuses with invalid_expression. */
export function compileStep(step: WorkflowStep, pointer: string) {
  const { condition, parameters } = step;
  return {
    step,
    condition:
      condition === undefined ? undefined : requireExpression(condition, `${pointer}/condition`),
    template: requireTemplate(parameters, `${pointer}/parameters`),
  };
}

export type CompiledStep = ReturnType<typeof compileStep>;

/** The steps in the order in which they are executed. */
export function sortSteps(steps: readonly WorkflowStep[]): WorkflowStep[] {
  return [...steps].sort((one, other) => one.order - other.order);
}

/** The sentence of a workflow_not_found. */
export function describeMissingWorkflow(id: string): string {
  return `There is no workflow ${id.slice(0, 64)}.`;
}
