// A stage that combines (ADR 125): many callers on one account over HTTP, with the roles of the template enforced.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { raceCalls } from '../../support/fixtures/racing-calls.ts';
import { credit } from '../../support/stack/ledger.ts';
import { startTestStack } from '../../support/stack/stack.ts';
import type { TestStack } from '../../support/stack/stack.ts';
import { expectVerified } from '../../support/invariants/verification.ts';
import { findTable, readAllItems } from '../../support/stack/tables.ts';

const CALLERS = 64;

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({
    keepsData: true,
    settings: { combining: true, tenantCredentials: true },
  });
});
afterAll(() => stack.stop());

test('64 callers on one account: all are posted, with the balances of one chain', async () => {
  const account = { customer_id: 'cus-1', product_id: 'current', name: 'Ada', currency: 'EUR' };
  const { id } = (await stack.post('/api/accounts', account)).body;

  const post = (key: string) => stack.post('/api/journal-entries', credit(id, '1.00'), { key });
  const keys = Array.from({ length: CALLERS }, () => randomUUID());
  const answers = await raceCalls(keys.map((key) => () => post(key)));

  expect(answers.map(({ status }) => status)).toEqual(Array(CALLERS).fill(201));
  const balances = answers.map(({ body }) => Number(body.account_postings[0].balance_after));
  expect(balances.toSorted((a, b) => a - b)).toEqual(balances.map((_, index) => index + 1));
  const combined = stack.readLog('test-post-journal-entry').map((line) => line['CombinedPostings']);
  expect(combined.some((postings) => Number(postings) > 0)).toBe(true);
  const { endpoint } = stack.local;
  expect(await readAllItems(await findTable('intents', endpoint), endpoint)).toEqual([]);
  await expectVerified({
    endpoint,
    ledger_table: await findTable('data-ledger', endpoint),
    receipts_table: await findTable('receipts', endpoint),
  });
});
