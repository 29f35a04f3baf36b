import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { createAndExecuteWorkflow } from '../../support/fixtures/workflows.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const read = (executionId: string, options = {}) =>
  ledger.call('getWorkflowExecution', { path: { executionId }, ...options });

test('returns an execution as executeWorkflow returned it, to its tenant only', async () => {
  const answer = await createAndExecuteWorkflow(ledger, [
    { action: 'CALL_THE_BRANCH', parameters: { a: 1 } },
  ]);

  const found = await read(answer.body.id);

  expect(found.status).toBe(200);
  expect(found.text).toBe(answer.text);
  for (const other of [
    await read(answer.body.id, { tenant: 'globex' }),
    await read('exe_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00'),
    await read('constructor'),
  ]) {
    expect(other.body).toMatchObject({ statusCode: 404, code: 'execution_not_found' });
  }
});
