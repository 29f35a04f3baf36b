import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { buildWorkflow } from '../../support/fixtures/workflows.ts';

let ledger: TestLedger;
let texts: string[];
beforeAll(async () => {
  ledger = await startLedger();
  texts = [];
  for (const trigger of ['LOAN_APPROVED', 'OTHER', 'LOAN_APPROVED', 'LOAN_APPROVED']) {
    const body = { ...buildWorkflow({ action: 'EMIT_EVENT' }), trigger };
    const { text } = await ledger.call('createWorkflow', { body });
    if (trigger !== 'OTHER') texts.push(text);
  }
});
afterAll(() => ledger.stop());

const list = (trigger: string, query: Record<string, string> = {}, options = {}) =>
  ledger.call('listWorkflowsByTrigger', { path: { trigger }, query, ...options });

test('lists the workflows with the trigger, oldest first', async () => {
  const { text } = await list('LOAN_APPROVED');

  expect(text).toBe(`[${texts.join()}]`);
});

test('continues page by page', async () => {
  const first = await list('LOAN_APPROVED', { limit: '2' });
  const cursor = first.headers['X-Next-Cursor'] ?? '';
  const second = await list('LOAN_APPROVED', { limit: '2', cursor });

  expect([...first.body, ...second.body]).toEqual(texts.map((text) => JSON.parse(text)));
});

test('returns an empty list for an unused trigger of any text, and to another tenant', async () => {
  for (const answer of [
    await list('NOTHING_DOES_THIS'),
    await list('LOAN_APPROVED#'),
    await list('__proto__'),
    await list('x'.repeat(5_000)),
    await list('LOAN_APPROVED', {}, { tenant: 'globex' }),
  ]) {
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual([]);
  }
});
