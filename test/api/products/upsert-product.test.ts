import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { publishProduct } from '../../support/fixtures/products.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const upsert = (body: unknown, options = {}) => ledger.call('upsertProduct', { body, ...options });

test('publishes a product under its id, or under its type without one', async () => {
  const config = { overdraft_limit: '500.00', fees: { monthly: '4.90' } };
  const given = await upsert({ id: 'giro/1 +', type: 'CURRENT', config, name: 'ignored' });
  const plain = await upsert({ type: 'SAVINGS', config: {} }, { correlationId: 'product-event' });

  expect(given.status).toBe(201);
  expect(given.body).toEqual({
    id: 'giro/1 +',
    type: 'CURRENT',
    config,
    tenant_id: 'acme',
    version: 1,
    created_at: given.body.updated_at,
    updated_at: expect.any(String),
  });
  expect(given.headers['Location']).toBe('/api/products/giro%2F1%20%2B');
  expect(plain.body).toMatchObject({ id: 'SAVINGS', version: 1 });
  const receipts = await readAllItems(ledger.tables.receipts);
  const receipt = receipts.find((item) => item['correlation_id'] === 'product-event');
  expect(receipt && readStoredEvents(receipt)).toMatchObject([
    { type: 'product.published', aggregateId: 'SAVINGS', version: 1, payload: plain.body },
  ]);
});

test('publishes the next version and keeps earlier ones', async () => {
  await upsert({ id: 'history', type: 'A', config: { n: 1 } });
  const second = await upsert({ id: 'history', type: 'B', config: { n: 2 } });

  expect(second.body).toMatchObject({ version: 2, type: 'B', config: { n: 2 } });
  const versions = (await readAllItems(ledger.tables.ledger))
    .filter((item) => item['product_id'] === 'history' && String(item['SK']).startsWith('V#'))
    .map((item) => item['config']);
  expect(versions.sort()).toEqual(['{"n":1}', '{"n":2}']);
});

test('publishes all concurrent upserts with gapless versions', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => upsert({ id: 'race', type: 'T', config: { n } })),
  );

  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
  const versions = answers.map(({ body }) => body.version).sort((a, b) => a - b);
  expect(versions).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  const newest = answers.find(({ body }) => body.version === 8);
  const read = await ledger.call('getProduct', { path: { productId: 'race' } });
  expect(read.text).toBe(newest?.text);
});

test('repeats the first answer and refuses the key for another request', async () => {
  const key = 'upsert-product-0001';
  const body = { id: 'once', type: 'T', config: {} };
  const first = await upsert(body, { key });

  const repeated = await upsert(body, { key });
  const reused = await upsert({ ...body, config: { a: 1 } }, { key });

  expect(repeated.text).toBe(first.text);
  expect(repeated.headers['Idempotency-Replayed']).toBe('true');
  expect(reused.body).toMatchObject({ statusCode: 409, code: 'idempotency_key_reused' });
});

test('stores a config of the largest size', async () => {
  const config = { text: 'é'.repeat(49_990) };

  expect((await upsert({ id: 'large', type: 'T', config })).status).toBe(201);
  const read = await ledger.call('getProduct', { path: { productId: 'large' } });
  expect(read.body.config).toEqual(config);
});

test('stores free-form config unchanged, whatever its members are called', async () => {
  const text = '{"id":"odd","type":"T","config":{"__proto__":{"x":1},"constructor":null}}';

  const answer = await upsert(text);

  expect(answer.text).toContain('"config":{"__proto__":{"x":1},"constructor":null}');
});

test.each([
  [{ overdraft_limit: 500 }, '/config/overdraft_limit must be a decimal string'],
  [{ overdraft_limit: '-5.00' }, '/config/overdraft_limit must be a decimal string'],
  [{ overdraft_limit: '5' }, '/config/overdraft_limit must be a decimal string'],
  [{ overdraft_limit: null }, '/config/overdraft_limit must be a decimal string'],
  [{ ledger_accounts: 'X' }, '/config/ledger_accounts must be an object'],
  [{ ledger_accounts: { fee_income: '' } }, '/config/ledger_accounts/fee_income must be a code'],
  [
    { ledger_accounts: { fee_income: { code: '4000' } } },
    '/config/ledger_accounts/fee_income must',
  ],
  [
    { ledger_accounts: { fee_income: ' 4000' } },
    '/config/ledger_accounts/fee_income must be a code',
  ],
  [{ ledger_accounts: { fee_income: 'y'.repeat(65) } }, '/config/ledger_accounts/fee_income must'],
  [{ text: 'x'.repeat(100_000) }, '/config must not be larger than 100000 bytes'],
])('refuses a config and publishes nothing: %#', async (config, fault) => {
  const refused = await upsert({ id: 'refused', type: 'T', config });

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_product' });
  expect(refused.body.message.join()).toContain(fault);
  const read = await ledger.call('getProduct', { path: { productId: 'refused' } });
  expect(read.body).toMatchObject({ statusCode: 404, code: 'product_not_found' });
});

test('stores any value under a ledger account role that the ledger does not know', async () => {
  const ledger_accounts = {
    suspense: { code: '4711', since: [2026] },
    long: 'y'.repeat(65),
    none: null,
    fee_income: '4000 FEES',
  };

  const answer = await upsert({ id: 'roles', type: 'T', config: { ledger_accounts } });

  expect(answer.status).toBe(201);
  expect(answer.body.config).toEqual({ ledger_accounts });
});

test.each([
  [{ config: {} }, 'invalid_request'],
  [{ type: '', config: {} }, 'invalid_request'],
  [{ type: 'T' }, 'invalid_request'],
  [{ type: 'T', config: [] }, 'invalid_request'],
  [{ type: 'T', config: {}, id: 'i'.repeat(129) }, 'invalid_request'],
  [{ type: 'T', config: {}, id: 'config' }, 'invalid_product'],
  [{ type: 'config', config: {} }, 'invalid_product'],
  [{ type: 'T', config: {}, id: '..' }, 'invalid_product'],
  [{ type: '.', config: {} }, 'invalid_product'],
])('refuses the body %j', async (body, code) => {
  expect((await upsert(body)).body).toMatchObject({ statusCode: 400, code });
});

test('requires configuration.write', async () => {
  const refused = await upsert({ type: 'T', config: {} }, { permissions: ['finance.write'] });

  expect(refused.body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
});

test('allows each tenant a product of the same id', async () => {
  await publishProduct(ledger, 'shared', { of: 'acme' });
  const theirs = await publishProduct(ledger, 'shared', { of: 'globex' }, { tenant: 'globex' });

  expect(theirs.body).toMatchObject({ version: 1, tenant_id: 'globex' });
  const mine = await ledger.call('getProduct', { path: { productId: 'shared' } });
  expect(mine.body).toMatchObject({ version: 1, config: { of: 'acme' } });
});
