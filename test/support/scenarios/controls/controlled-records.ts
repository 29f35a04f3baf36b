// Requests that controls have caught, for the scenarios of their approval.
import { expect } from '@jest/globals';
import { CACHE_MS } from '../../../../functions/ledger/timed-cache.ts';
import { putControls } from '../../controls/controls.ts';
import { buildImportRequest } from '../../fixtures/batches/imports.ts';
import { buildLoanRequest } from '../../fixtures/loans.ts';
import { buildEntity } from '../../fixtures/schemas.ts';
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
  { operation: 'submitLegacyImport', when: 'request.file.name == "controlled.csv"' },
];

export interface ControlledRecords {
  /** Two executions, a loan, an import and the first again: the second fails, the last one is already decided. */
  readonly changes: readonly string[];
  readonly withdrawnChange: string;
  readonly ownChange: string;
  /** An import and an execution that are never decided. */
  readonly waitingChanges: readonly string[];
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
  try {
    return await submitChanges(caller, workflow, account);
  } finally {
    returnToPresent();
  }
}

async function submitChanges(
  caller: OperationCaller,
  workflow: string,
  account: string,
): Promise<ControlledRecords> {
  const context = { account, amount: '0.75', is_controlled: true };
  const execute = async () => readId(await executeWorkflow(caller, workflow, context));
  const [first, second, withdrawnChange] = [await execute(), await execute(), await execute()];
  const ownChange = await execute();
  const body = { ...buildLoanRequest(account), reference: 'controlled' };
  const loan = readId(await caller.call('createLoan', { body }));
  const imported = await submitImport(caller);
  const waitingChanges = [await submitImport(caller), await execute()];
  return {
    changes: [first, second, loan, imported, first],
    withdrawnChange,
    ownChange,
    waitingChanges,
  };
}

async function submitImport({ call }: OperationCaller): Promise<string> {
  const entity_name = `entity_${crypto.randomUUID().slice(0, 8)}`;
  expect((await call('createSchema', { body: buildEntity(entity_name) })).status).toBe(201);
  const members = { entity_name, file: { name: 'controlled.csv' } };
  return readId(await call('submitLegacyImport', { body: buildImportRequest('a\n', members) }));
}

function readId({ status, body }: CallAnswer): string {
  expect(status).toBe(202);
  return body.id as string;
}
