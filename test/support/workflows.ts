// Workflows to test with: defined, and executed as `ada`.
import { expect } from '@jest/globals';
import type { Called, CallOptions, Caller } from './ledger.ts';

export interface TestStep {
  readonly order?: number;
  readonly name?: string;
  readonly action: string;
  readonly parameters?: object;
  readonly condition?: string;
}

/** A definition with these steps, numbered from 1. */
export function workflowOf(...steps: TestStep[]) {
  return {
    name: 'Test',
    trigger: 'TEST_TRIGGER',
    steps: steps.map((step, place) => {
      return { order: place + 1, name: `step ${place + 1}`, parameters: {}, ...step };
    }),
  };
}

/** Defines a workflow with these steps and gives its id. */
export async function defined({ call }: Caller, ...steps: TestStep[]): Promise<string> {
  const answer = await call('createWorkflow', { body: workflowOf(...steps) });
  expect(answer.status).toBe(201);
  return (answer.body as { id: string }).id;
}

export function execute(
  { call }: Caller,
  workflowId: string,
  context: object = {},
  options: CallOptions = {},
): Promise<Called> {
  return call('executeWorkflow', { path: { workflowId }, body: { context }, ...options });
}

/** Defines a workflow with these steps and executes it. */
export async function executed(
  ledger: Caller,
  steps: TestStep[],
  context: object = {},
): Promise<Called> {
  return execute(ledger, await defined(ledger, ...steps), context);
}

/** The balance of an account, as text. */
export async function balanceOf({ call }: Caller, accountId: string): Promise<string> {
  const { body } = await call('getAccountBalance', { path: { accountId } });
  return (body as { balance: string }).balance;
}
