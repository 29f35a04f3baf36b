// Requests that controls have caught, for the scenarios of their approval.
import { expect } from '@jest/globals';
import { CACHE_MS } from '../../../../functions/ledger/timed-cache.ts';
import { putControls } from '../../controls/controls.ts';
import { buildLoanRequest } from '../../fixtures/loans.ts';
import { executeWorkflow } from '../../fixtures/workflows.ts';
import { advanceTime, returnToPresent } from '../../stack/advance-time.ts';
import { openAccount } from '../../stack/ledger.ts';
import type { CallAnswer, OperationCaller } from '../../stack/ledger.ts';

/** They catch what names them, and nothing else. */
export const SCENARIO_CONTROLS = [
  { operation: 'executeWorkflow', when: 'has(request.context.is_controlled)' },
  {
    operation: 'createLoan',
    when: 'has(request.reference) && request.reference == "controlled" && account.status == "ACTIVE" && product == null',
  },
];

export interface ControlledRecords {
  /** Two executions, a loan and the first again: the second fails, the last one is already decided. */
  readonly changes: readonly string[];
  readonly withdrawnChange: string;
}

/** Submits the requests; `workflow` charges a fee. */
export async function submitControlledChanges(
  caller: OperationCaller,
  workflow: string,
): Promise<ControlledRecords> {
  await putControls(caller, SCENARIO_CONTROLS);
  const account = await openAccount(caller, { funds: '1.00' });
  // So long ago that no function has cached the configuration from before the controls.
  advanceTime(-2 * CACHE_MS);
  const context = { account, amount: '0.75', is_controlled: true };
  const execute = async () => readId(await executeWorkflow(caller, workflow, context));
  const [first, second, withdrawnChange] = [await execute(), await execute(), await execute()];
  const body = { ...buildLoanRequest(account), reference: 'controlled' };
  const loan = readId(await caller.call('createLoan', { body }));
  returnToPresent();
  return { changes: [first, second, loan, first], withdrawnChange };
}

function readId({ status, body }: CallAnswer): string {
  expect(status).toBe(202);
  return body.id as string;
}
