// What an operator types to define a workflow, and the request that it makes.
import type { NewWorkflow } from '../../../../../client/client.ts';
import { formatBody, formatJsonText, parseJsonText } from '../editing/json-text.ts';
import type { TypedRequest } from '../editing/typed-request.ts';

export interface WorkflowInput {
  readonly name: string;
  readonly trigger: string;
  /** JSON. */
  readonly steps: string;
}

const EXAMPLE = [
  { order: 1, name: 'Notify', action: 'SEND_NOTIFICATION', parameters: { channel: 'email' } },
];
const TRIGGER = /^[A-Z][A-Z0-9_]{2,100}$/;

export const EMPTY_WORKFLOW: WorkflowInput = {
  name: '',
  trigger: '',
  steps: formatJsonText(EXAMPLE),
};

/** The input as the request has it; JSON that is not complete yet is text. */
export function describeWorkflow({ name, trigger, steps }: WorkflowInput): unknown {
  const reading = parseJsonText(steps, 'list');
  return {
    name: name.trim(),
    trigger: trigger.trim(),
    steps: reading.kind === 'value' ? reading.value : steps,
  };
}

export type WorkflowFault = 'name' | 'trigger' | 'steps';

export function findWorkflowFaults(input: WorkflowInput): readonly WorkflowFault[] {
  return [
    ...(input.name.trim() === '' ? (['name'] as const) : []),
    ...(TRIGGER.test(input.trigger.trim()) ? [] : (['trigger'] as const)),
    ...(parseJsonText(input.steps, 'list').kind === 'value' ? [] : (['steps'] as const)),
  ];
}

/** Builds the request; undefined while the input has faults. */
export function buildWorkflowRequest(input: WorkflowInput): TypedRequest<NewWorkflow> | undefined {
  if (findWorkflowFaults(input).length > 0) return undefined;
  const body = describeWorkflow(input) as NewWorkflow;
  return { body, text: formatBody(body, { steps: input.steps }) };
}
