import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const body = { customer_id: 'cus-1', product_id: 'current', name: 'Ada', currency: 'EUR' };

test('opens an active account with a balance of zero and returns its Location', async () => {
  const opened = await ledger.call('createAccount', { body, correlationId: 'flow-1' });

  expect(opened.status).toBe(201);
  expect(opened.body).toMatchObject({ ...body, status: 'ACTIVE', balance: '0.00', version: 1 });
  expect(opened.headers['Location']).toBe(`/api/accounts/${opened.body.id}`);
  expect(opened.headers['X-Correlation-ID']).toBe('flow-1');
  const read = await ledger.call('getAccount', { path: { accountId: opened.body.id } });
  expect(read.body).toEqual(opened.body);
});

test('writes a receipt with the event, the actor and the correlation id', async () => {
  const opened = await ledger.call('createAccount', { body, correlationId: 'flow-2' });

  const receipts = await readAllItems(ledger.tables.receipts);
  const receipt = receipts.find((item) => item['correlation_id'] === 'flow-2');
  expect(receipt).toMatchObject({ operation: 'createAccount', actor: 'ada', status: 201n });
  expect(receipt?.['events']).toEqual([
    expect.objectContaining({ type: 'account.created', aggregate: opened.body.id, version: 1n }),
  ]);
});

test('keeps an external id and metadata', async () => {
  const metadata = { branch: 'Lisbon 4', note: 'two\nlines', '2': 'b', ['__proto__']: 'data' };
  const given = { ...body, external_id: 'core-1', metadata };

  const opened = await ledger.call('createAccount', { body: given });

  expect(opened.status).toBe(201);
  expect(opened.body).toMatchObject({ external_id: 'core-1', metadata_version: 1 });
  expect(JSON.stringify(opened.body.metadata)).toBe(JSON.stringify(metadata));
  const read = await ledger.call('getAccount', { path: { accountId: opened.body.id } });
  expect(read.text).toBe(opened.text);
});

test('gives an external id to one account of a tenant, and names it only to readers', async () => {
  const given = { ...body, external_id: 'core-2' };
  const key = 'external-id-core-2';
  const opened = await ledger.call('createAccount', { body: given, key });

  const again = await ledger.call('createAccount', { body: given, key });
  const taken = await ledger.call('createAccount', { body: given });
  const permissions = ['finance.write'];
  const hidden = await ledger.call('createAccount', { body: given, permissions });
  const elsewhere = await ledger.call('createAccount', { body: given, tenant: 'globex' });

  expect(again.text).toBe(opened.text);
  expect(taken.body).toMatchObject({ statusCode: 409, code: 'external_id_taken' });
  expect(taken.body.message).toContain(opened.body.id);
  expect(hidden.body).toMatchObject({ statusCode: 409, code: 'external_id_taken' });
  expect(hidden.text).not.toContain(opened.body.id);
  expect(elsewhere.status).toBe(201);
});

test('gives an external id to one of many simultaneous requests, and names it to the others', async () => {
  const given = { ...body, external_id: 'core-3' };

  const answers = await Promise.all(
    Array.from({ length: 8 }, () => ledger.call('createAccount', { body: given })),
  );

  const [winner, ...others] = answers.toSorted((one, other) => one.status - other.status);
  expect(winner?.status).toBe(201);
  for (const { body: refused } of others) {
    expect(refused.code).toBe('external_id_taken');
    expect(refused.message).toContain(winner?.body.id);
  }
});

const pairs = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key ${index}`, 'v']));

const wrong: [string, unknown, string][] = [
  ['no body', undefined, 'A JSON body is required, at least {}.'],
  ['an array', [], 'the body must be object'],
  ['a missing member', { ...body, name: undefined }, '/name is required'],
  ['an unknown member', { ...body, balance: '1.00' }, '/balance is not allowed'],
  ['an empty name', { ...body, name: '' }, '/name must NOT have fewer than 1 characters'],
  [
    'a name of 161 characters',
    { ...body, name: 'n'.repeat(161) },
    '/name must NOT have more than 160 characters',
  ],
  [
    'a customer id of 129 characters',
    { ...body, customer_id: 'c'.repeat(129) },
    '/customer_id must NOT have more than 128',
  ],
  ['an empty product id', { ...body, product_id: '' }, '/product_id must NOT have fewer than 1'],
  ['a number for a name', { ...body, name: 7 }, '/name must be string'],
  [
    'a lowercase currency',
    { ...body, currency: 'eur' },
    '/currency must be three uppercase letters, such as EUR',
  ],
  [
    'a currency of four letters',
    { ...body, currency: 'EURO' },
    '/currency must be three uppercase letters, such as EUR',
  ],
  ['an empty external id', { ...body, external_id: '' }, '/external_id must NOT have fewer than 1'],
  ['51 pairs', { ...body, metadata: pairs(51) }, '/metadata must NOT have more than 50 properties'],
  ['a pair that is no text', { ...body, metadata: { a: 1 } }, '/metadata/a must be string'],
  [
    'a value of 501 characters',
    { ...body, metadata: { a: 'v'.repeat(501) } },
    '/metadata/a must NOT have more than 500 characters',
  ],
  ['an empty key', { ...body, metadata: { '': 'v' } }, '/metadata/ must have a key of 1 to 64'],
  [
    'a key of 65 characters',
    { ...body, metadata: { ['k'.repeat(65)]: 'v' } },
    'must have a key of 1 to 64 characters',
  ],
  ['a key of two lines', { ...body, metadata: { 'a\nb': 'v' } }, 'without control characters'],
  [
    'a currency with a line break',
    { ...body, currency: 'EUR\n' },
    '/currency must be three uppercase letters, such as EUR',
  ],
];

test.each(wrong)('refuses %s and names the fault', async (_, given, fault) => {
  const before = await readAllItems(ledger.tables.ledger);

  const refused = await ledger.call('createAccount', { body: given });

  expect(refused.status).toBe(400);
  expect([refused.body.message].flat().join(' ')).toContain(fault);
  expect(await readAllItems(ledger.tables.ledger)).toHaveLength(before.length);
});

test('accepts a value at each limit', async () => {
  const edge = {
    customer_id: 'c'.repeat(128),
    product_id: 'p'.repeat(128),
    name: '😀'.repeat(160),
    currency: 'XYZ',
    external_id: 'e'.repeat(128),
    metadata: { ...pairs(49), ['😀'.repeat(64)]: '😀'.repeat(500) },
  };

  const opened = await ledger.call('createAccount', { body: edge });

  expect(opened.status).toBe(201);
  expect(opened.body).toMatchObject(edge);
});

test('reports all faults in one answer', async () => {
  const refused = await ledger.call('createAccount', { body: { name: '', extra: 1 } });

  expect(refused.body.message).toEqual(
    expect.arrayContaining([
      '/customer_id is required',
      '/product_id is required',
      '/currency is required',
      '/extra is not allowed',
      expect.stringContaining('/name'),
    ]),
  );
});
