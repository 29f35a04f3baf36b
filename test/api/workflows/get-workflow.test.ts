import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { buildWorkflow } from '../../support/fixtures/workflows.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const read = (workflowId: string, options = {}) =>
  ledger.call('getWorkflow', { path: { workflowId }, ...options });

test('shows a workflow as soon as it is created, to its tenant only', async () => {
  const body = buildWorkflow({ action: 'EMIT_EVENT', condition: 'true' });
  const created = await ledger.call('createWorkflow', { body });

  expect((await read(created.body.id)).text).toBe(created.text);
  for (const answer of [
    await read(created.body.id, { tenant: 'globex' }),
    await read('wfl_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00'),
    await read('__proto__'),
  ]) {
    expect(answer.body).toMatchObject({ statusCode: 404, code: 'workflow_not_found' });
  }
});
