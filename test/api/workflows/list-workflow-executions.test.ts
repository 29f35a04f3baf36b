import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { createWorkflow, executeWorkflow } from '../../support/fixtures/workflows.ts';

let ledger: TestLedger;
let workflowId: string;
let ids: string[];
beforeAll(async () => {
  ledger = await startLedger();
  workflowId = await createWorkflow(ledger, { action: 'EMIT_EVENT' });
  ids = [];
  for (let count = 0; count < 7; count += 1) {
    ids.unshift((await executeWorkflow(ledger, workflowId, { count })).body.id);
  }
  await executeWorkflow(ledger, await createWorkflow(ledger, { action: 'EMIT_EVENT' }));
});
afterAll(() => ledger.stop());

const list = (query: Record<string, string>, id = workflowId, options = {}) =>
  ledger.call('listWorkflowExecutions', { path: { workflowId: id }, query, ...options });

test('lists the executions of one workflow, newest first', async () => {
  const { body } = await list({});

  expect(body.items.map(({ id }: { id: string }) => id)).toEqual(ids);
  expect(body.items[0]).toMatchObject({ workflow_id: workflowId, context: { count: 6 } });
  expect(body).not.toHaveProperty('next_cursor');
});

test('continues page by page without a gap', async () => {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await list({ limit: '3', ...(cursor !== undefined && { cursor }) });
    seen.push(...body.items.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor;
  } while (cursor !== undefined);

  expect(seen).toEqual(ids);
});

test('returns an empty list for a workflow never executed, and 404 for an unknown one', async () => {
  const unused = await createWorkflow(ledger, { action: 'EMIT_EVENT' });

  expect((await list({}, unused)).body).toEqual({ items: [] });
  for (const answer of [
    await list({}, 'wfl_nothing'),
    await list({}, 'wfl_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00'),
    await list({}, workflowId, { tenant: 'globex' }),
  ]) {
    expect(answer.body).toMatchObject({ statusCode: 404, code: 'workflow_not_found' });
  }
});

test('refuses a cursor of another workflow', async () => {
  const { body } = await list({ limit: '3' });
  const other = await createWorkflow(ledger, { action: 'EMIT_EVENT' });

  const refused = await list({ limit: '3', cursor: body.next_cursor }, other);

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_cursor' });
});
