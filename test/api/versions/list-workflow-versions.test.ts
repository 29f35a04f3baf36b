import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createWorkflow, executeWorkflow } from '../../support/fixtures/workflows.ts';
import { projectReceipts } from '../../support/projections/projections.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const list = (workflowId: string, tenant = 'acme') =>
  ledger.call('listWorkflowVersions', { tenant, path: { workflowId } });

test('a workflow has one version, however often it was executed', async () => {
  const id = await createWorkflow(ledger, { action: 'EMIT_EVENT' });
  await executeWorkflow(ledger, id);
  await projectReceipts(ledger);

  const { body, headers } = await list(id);

  const workflow = (await ledger.call('getWorkflow', { path: { workflowId: id } })).body;
  expect(body).toMatchObject({
    items: [{ version: 1, event_type: 'workflow.created', changed_by: 'ada', content: workflow }],
  });
  expect(headers['X-Lag-Seconds']).toBe('0');
  expect((await list(id, 'globex')).body.code).toBe('workflow_not_found');
});

test('a version that is not listed yet shows as lag', async () => {
  const { body, headers } = await list(await createWorkflow(ledger));

  expect(body.items).toEqual([]);
  expect(Number(headers['X-Lag-Seconds'])).toBeGreaterThan(0);
});
