import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { createWorkflow } from '../../support/fixtures/workflows.ts';

let ledger: TestLedger;
let ids: string[];
beforeAll(async () => {
  ledger = await startLedger();
  ids = [];
  for (let count = 0; count < 5; count += 1) {
    ids.push(await createWorkflow(ledger, { action: 'EMIT_EVENT' }));
  }
});
afterAll(() => ledger.stop());

const list = (query: Record<string, string>, options = {}) =>
  ledger.call('listWorkflows', { query, ...options });

test('lists the workflows of the tenant, oldest first, page by page', async () => {
  const first = await list({ limit: '3' });
  const cursor = first.headers['X-Next-Cursor'] ?? '';
  const second = await list({ limit: '3', cursor });

  const seen = [...first.body, ...second.body].map(({ id }: { id: string }) => id);
  expect(seen).toEqual(ids);
  expect(second.headers).not.toHaveProperty('X-Next-Cursor');
});

test('shows no workflow of another tenant and refuses its cursor', async () => {
  const cursor = (await list({ limit: '3' })).headers['X-Next-Cursor'] ?? '';

  expect((await list({}, { tenant: 'globex' })).body).toEqual([]);
  const refused = await list({ limit: '3', cursor }, { tenant: 'globex' });
  expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_cursor' });
});
