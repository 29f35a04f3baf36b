// Many concurrent requests over HTTP: all succeed within the retries of the server (ADR 005) and,
// on a busy machine, those of the client with the same key.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ledgerClient } from '../../../client/client.ts';
import { raceCalls } from '../../support/fixtures/racing-calls.ts';
import { credit, transfer } from '../../support/stack/ledger.ts';
import { startTestStack } from '../../support/stack/stack.ts';
import type { TestStack } from '../../support/stack/stack.ts';
import { expectSoundLedger } from '../../support/invariants/invariants.ts';
import { findTable } from '../../support/stack/tables.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.stop());

const account = { customer_id: 'cus-1', product_id: 'current', name: 'Ada', currency: 'EUR' };
const open = async () => (await stack.post('/api/accounts', account)).body.id as string;

test('100 concurrent transfers between two accounts', async () => {
  const [one, two] = [await open(), await open()];
  for (const id of [one, two]) await stack.post('/api/journal-entries', credit(id, '1000.00'));

  const token = await stack.token();
  const client = ledgerClient({ baseUrl: stack.baseUrl, token: () => token });
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => {
      const [from, to] = index % 2 === 0 ? [one, two] : [two, one];
      return client.POST('/api/journal-entries', { body: transfer(from, to, '3.00') });
    }),
  );

  expect(answers.flatMap(({ error }) => error ?? [])).toEqual([]);
  expect(answers.map(({ response }) => response.status)).toEqual(Array(100).fill(201));
  const totals = await expectSoundLedger(
    await findTable('ledger', stack.local.endpoint),
    stack.local.endpoint,
  );
  expect(totals).toMatchObject({ entries: 202, journalEntries: 102, total: 200_000n });
});

test('50 concurrent requests with one key: one account, 50 identical answers', async () => {
  const key = randomUUID();
  const before = (await stack.get('/api/accounts')).body.length;

  const post = () => stack.post('/api/accounts', account, { key });
  const answers = await raceCalls(Array.from({ length: 50 }, () => post));

  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers.every(({ status }) => status === 201)).toBe(true);
  expect((await stack.get('/api/accounts')).body).toHaveLength(before + 1);
});
