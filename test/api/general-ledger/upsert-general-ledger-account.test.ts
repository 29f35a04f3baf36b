// Accounts of the chart: how they are defined, and which parents they may have.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import { verifyTables } from '../../support/invariants/verification.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { CallOptions, TestLedger } from '../../support/stack/ledger.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(async () => {
  try {
    expect((await verifyTables(ledger.tables)).differences).toEqual([]);
  } finally {
    await ledger.stop();
  }
});

const upsert = (code: string, members: object, options: CallOptions = {}) =>
  ledger.call('upsertGeneralLedgerAccount', {
    path: { code },
    body: { name: `Account ${code}`, type: 'ASSET', ...members },
    ...options,
  });

test('adds an account, then replaces it as a whole, each with its event', async () => {
  const mappings = { 'SAF-T': '0110', HGB: '1600', __proto: 'x' };
  await upsert('1', {});
  const first = await upsert('1000-CASH', { parent: '1', currency: 'EUR', mappings });
  const second = await upsert(
    '1000-CASH',
    { name: 'Old cash', type: 'LIABILITY', status: 'CLOSED' },
    { correlationId: 'account-event' },
  );

  expect(first.status).toBe(200);
  expect(first.body).toEqual({
    code: '1000-CASH',
    name: 'Account 1000-CASH',
    type: 'ASSET',
    normal_side: 'DEBIT',
    currency: 'EUR',
    parent: '1',
    status: 'ACTIVE',
    mappings,
    version: 1,
    created_at: expect.any(String),
    updated_at: first.body.created_at,
  });
  expect(second.body).toEqual({
    code: '1000-CASH',
    name: 'Old cash',
    type: 'LIABILITY',
    normal_side: 'CREDIT',
    status: 'CLOSED',
    mappings: {},
    version: 2,
    created_at: first.body.created_at,
    updated_at: expect.any(String),
  });
  const receipts = await readAllItems(ledger.tables.receipts);
  const receipt = receipts.find((item) => item['correlation_id'] === 'account-event');
  expect(receipt && readStoredEvents(receipt)).toMatchObject([
    {
      type: 'general_ledger_account.updated',
      aggregateId: '1000-CASH',
      version: 2,
      payload: second.body,
    },
  ]);
});

test.each([
  ['ASSET', 'DEBIT'],
  ['EXPENSE', 'DEBIT'],
  ['LIABILITY', 'CREDIT'],
  ['EQUITY', 'CREDIT'],
  ['INCOME', 'CREDIT'],
])('the normal side of %s is %s', async (type, normal_side) => {
  expect((await upsert(type, { type })).body).toMatchObject({ type, normal_side });
});

const parentRefused = { statusCode: 409, code: 'invalid_general_ledger_parent' };

test('refuses a parent that does not exist, is itself or is below it', async () => {
  await upsert('a', {});
  await upsert('b', { parent: 'a' });
  await upsert('c', { parent: 'b' });

  expect((await upsert('d', { parent: 'none' })).body).toMatchObject(parentRefused);
  for (const parent of ['a', 'b', 'c']) {
    expect((await upsert('a', { parent })).body).toMatchObject(parentRefused);
  }
  expect((await upsert('d', { parent: 'd' })).body).toMatchObject(parentRefused);
  const read = await ledger.call('getGeneralLedgerAccount', { path: { code: 'a' } });
  expect(read.body).toMatchObject({ version: 1 });
});

test('of changes at once that would make accounts parts of each other, one is refused', async () => {
  for (const code of ['r1', 'r2', 'r3']) await upsert(code, {});

  const answers = await Promise.all([
    upsert('r1', { parent: 'r2' }),
    upsert('r2', { parent: 'r3' }),
    upsert('r3', { parent: 'r1' }),
  ]);

  const codes = answers.map(({ status, body }) => (status === 200 ? 200 : body.code));
  expect(codes.toSorted()).toEqual([200, 200, 'invalid_general_ledger_parent']);
});

test('has at most ten accounts above one, and renames what is deeper', async () => {
  await upsert('deep0', {});
  for (let level = 1; level <= 10; level += 1) {
    const added = await upsert(`deep${level}`, { parent: `deep${level - 1}` });
    expect(added.status).toBe(200);
  }
  expect((await upsert('deep11', { parent: 'deep10' })).body).toMatchObject(parentRefused);
  await upsert('top', {});
  expect((await upsert('deep0', { parent: 'top' })).status).toBe(200);

  const renamed = await upsert('deep10', { name: 'Renamed', parent: 'deep9' });

  expect(renamed.body).toMatchObject({ name: 'Renamed', version: 2 });
});

test('repeats the first answer and refuses the key for another request', async () => {
  const key = 'upsert-account-0001';
  const first = await upsert('once', {}, { key });
  await upsert('once', { name: 'Changed' });

  const repeated = await upsert('once', {}, { key });
  const reused = await upsert('twice', {}, { key });

  expect(repeated.text).toBe(first.text);
  expect(repeated.headers['Idempotency-Replayed']).toBe('true');
  expect(reused.body).toMatchObject({ statusCode: 409, code: 'idempotency_key_reused' });
});

test.each([
  ['1', { name: '' }],
  ['1', { name: 'two\nlines' }],
  ['1', { type: 'REVENUE' }],
  ['1', { type: undefined }],
  ['1', { currency: 'eur' }],
  ['1', { status: 'FROZEN' }],
  ['1', { parent: ' 1' }],
  ['1', { mappings: { HGB: 1600 } }],
  ['1', { mappings: { HGB: '' } }],
  ['1', { mappings: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`m${n}`, 'x'])) }],
  ['1', { normal_side: 'DEBIT' }],
  [' 1', {}],
  ['1  2', {}],
  ['1'.repeat(65), {}],
])('refuses %j with %j', async (code, members) => {
  const refused = await upsert(code, members);

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
});

test.each(['', 'x'.repeat(65), 'a\tb'])('refuses a mapping of the name %j', async (name) => {
  const refused = await upsert('1', { mappings: { [name]: 'x' } });

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_general_ledger_account' });
});

test('requires configuration.write', async () => {
  const refused = await upsert('1', {}, { permissions: ['finance.write', 'audit.read'] });

  expect(refused.body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
});

test.each(['.', '..'])('refuses the code %j, which no path can name', async (code) => {
  const refused = await upsert(code, {});

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_general_ledger_account' });
  expect(refused.body.message).toEqual(['path parameter code must not be . or ..']);
});
