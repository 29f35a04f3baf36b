import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildAccountBody } from '../../../tools/samples/request-bodies.ts';
import { credit, openAccount, startWatchedLedger } from '../../support/stack/ledger.ts';
import type { CallAnswer, CallOptions, WatchedLedger } from '../../support/stack/ledger.ts';

const KEY = 'rent-2026-11.flat:12';

let ledger: WatchedLedger;
let posted: CallAnswer;
beforeAll(async () => {
  ledger = await startWatchedLedger();
  const body = credit(await openAccount(ledger), '12.50');
  const correlationId = 'flow-1';
  posted = await ledger.call('postJournalEntry', { body, key: KEY, subject: 'ada', correlationId });
});
afterAll(() => ledger.stop());

const read = (options: CallOptions = {}) =>
  ledger.call('getReceipt', {
    path: { key: KEY },
    subject: 'ada',
    permissions: ['finance.read'],
    ...options,
  });

test('says what became of a request, with its first answer, by one request to the store', async () => {
  ledger.proxy.requests.length = 0;
  const { status, body } = await read();

  expect(status).toBe(200);
  expect(body).toEqual({
    idempotency_key: KEY,
    operation: 'postJournalEntry',
    actor: 'ada',
    correlation_id: 'flow-1',
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    answer: { status: 201, body: posted.body },
  });
  expect(JSON.stringify(body.answer.body)).toBe(posted.text);
  expect(ledger.proxy.requests.map(({ operation }) => operation)).toEqual(['GetItem']);
});

test('stays the first answer after a repetition', async () => {
  const before = await read();
  const body = credit(posted.body.account_postings[0].account_id, '12.50');
  const again = await ledger.call('postJournalEntry', { body, key: KEY, subject: 'ada' });

  expect(again.text).toBe(posted.text);
  expect((await read()).text).toBe(before.text);
});

test.each([
  'finance.write',
  'finance.approve',
  'configuration.write',
  'compliance.operate',
  'audit.read',
])('its actor reads it with %s', async (permission) => {
  expect((await read({ permissions: [permission] })).status).toBe(200);
});

test('an auditor reads the receipts of others, and no one else does', async () => {
  const auditor = await read({ subject: 'eve', permissions: ['audit.read'] });
  const others = ['finance.read', 'finance.write', 'finance.approve', 'configuration.write'];
  const curious = await read({ subject: 'eve', permissions: [...others, 'compliance.operate'] });

  expect(auditor.body.answer.status).toBe(201);
  expect(curious.body).toMatchObject({ statusCode: 404, code: 'receipt_not_found' });
});

test('a key of another tenant, one that never came and one that was refused are not found alike', async () => {
  const refusedKey = randomUUID();
  const body = { ...buildAccountBody(), currency: 'euro' };
  await ledger.call('createAccount', { body, key: refusedKey, subject: 'ada' });
  const permissions = ['audit.read'];
  const answers = [
    await read({ tenant: 'globex', permissions }),
    await read({ path: { key: randomUUID() }, permissions }),
    await read({ path: { key: refusedKey }, permissions }),
    await read({ path: { key: 'short' }, permissions }),
    await read({ path: { key: `${KEY}#` }, permissions }),
    await read({ path: { key: 'x'.repeat(3_000) }, permissions }),
  ];

  for (const answer of answers) {
    expect(answer.body).toMatchObject({ statusCode: 404, code: 'receipt_not_found' });
  }
});

test('a service without a permission of the institution is refused', async () => {
  expect((await read({ permissions: ['internal.worker'] })).status).toBe(403);
});
