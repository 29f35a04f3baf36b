import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { expectSoundLedger } from '../../support/invariants/invariants.ts';
import { credit, debit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(async () => {
  await expectSoundLedger(ledger.tables.ledger);
  await ledger.stop();
});

const account = { customer_id: 'cus-1', product_id: 'current', name: 'Ada', currency: 'EUR' };

test('repeats the first answer byte for byte, whatever happened since', async () => {
  const id = await openAccount(ledger);
  const key = randomUUID();
  const first = await ledger.call('postJournalEntry', { key, body: credit(id, '5.00') });
  await ledger.call('postJournalEntry', { body: debit(id, '4.00') });

  const again = await ledger.call('postJournalEntry', { key, body: credit(id, '5.00') });

  expect(again.text).toBe(first.text);
  expect(again.status).toBe(first.status);
  expect(again.headers['Location']).toBe(first.headers['Location']);
  expect(first.headers).not.toHaveProperty('Idempotency-Replayed');
  expect(again.headers['Idempotency-Replayed']).toBe('true');
});

test('treats the same body in another order of members as equal', async () => {
  const key = randomUUID();
  const first = await ledger.call('createAccount', { key, body: account });
  const reversed = `{"currency":"EUR" ,\n"name":"\\u0041da","product_id":"current","customer_id":"cus-1"}`;

  const again = await ledger.call('createAccount', { key, body: reversed });

  expect(again.text).toBe(first.text);
});

test.each([
  ['another body', 'createAccount', { ...account, name: 'Eve' }],
  ['another operation', 'postJournalEntry', credit('acc_x', '1.00')],
] as const)('refuses the key for %s and changes nothing', async (_, name, body) => {
  const key = randomUUID();
  await ledger.call('createAccount', { key, body: account });
  const before = await readAllItems(ledger.tables.ledger);

  const refused = await ledger.call(name, { key, body });

  expect(refused.body).toMatchObject({ statusCode: 409, code: 'idempotency_key_reused' });
  expect(await readAllItems(ledger.tables.ledger)).toHaveLength(before.length);
});

test('creates one account for 50 concurrent requests with one key, and returns 50 identical answers', async () => {
  const key = randomUUID();
  const before = (await expectSoundLedger(ledger.tables.ledger)).accounts;

  const answers = await Promise.all(
    Array.from({ length: 50 }, () => ledger.call('createAccount', { key, body: account })),
  );

  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers.every(({ status }) => status === 201)).toBe(true);
  expect((await expectSoundLedger(ledger.tables.ledger)).accounts).toBe(before + 1);
});

test('gives a duplicate the answer of its twin that has spent the money', async () => {
  const id = await openAccount(ledger, { funds: '10.00' });
  const key = randomUUID();

  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      ledger.call('postJournalEntry', { key, body: debit(id, '10.00') }),
    ),
  );

  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
});

test('separates the keys of tenants', async () => {
  const key = randomUUID();

  const ours = await ledger.call('createAccount', { key, body: account });
  const theirs = await ledger.call('createAccount', { key, body: account, tenant: 'globex' });

  expect(theirs.status).toBe(201);
  expect(theirs.body.id).not.toBe(ours.body.id);
});

test('a refusal does not use up the key', async () => {
  const id = await openAccount(ledger);
  const key = randomUUID();
  const refused = await ledger.call('postJournalEntry', { key, body: debit(id, '1.00') });
  await ledger.call('postJournalEntry', { body: credit(id, '1.00') });

  const accepted = await ledger.call('postJournalEntry', { key, body: debit(id, '1.00') });

  expect(refused.body.code).toBe('insufficient_funds');
  expect(accepted.status).toBe(201);
});

test('a caller without the permission gets 403, not the stored answer', async () => {
  const key = randomUUID();
  await ledger.call('createAccount', { key, body: account });

  const refused = await ledger.call('createAccount', {
    key,
    body: account,
    permissions: ['finance.read'],
  });

  expect(refused.body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
});

test.each([
  undefined,
  '',
  'short',
  'x'.repeat(129),
  'with a space in it',
  'slash/in/the/key',
  'ключ-идемпотентности',
])('refuses the key %j', async (key) => {
  const headers =
    key === undefined
      ? { 'Idempotency-Key': undefined as unknown as string }
      : { 'Idempotency-Key': key };

  const refused = await ledger.call('createAccount', { body: account, headers });

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_idempotency_key' });
});

test.each(['a'.repeat(16), 'Z9._:-'.repeat(21)])('accepts the key %j', async (key) => {
  expect((await ledger.call('createAccount', { body: account, key })).status).toBe(201);
});
