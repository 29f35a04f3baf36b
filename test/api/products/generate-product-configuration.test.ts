import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import { JURISDICTIONS } from '../../../functions/domain/products/templates.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const generate = (jurisdiction: unknown, options = {}) =>
  ledger.call('generateProductConfiguration', { body: { jurisdiction }, ...options });

test('publishes the products of the template, with their events', async () => {
  const answer = await generate('EU', { correlationId: 'configuration-event' });

  expect(answer.status).toBe(201);
  expect(answer.headers['Location']).toBe('/api/products/config');
  expect(answer.body).toMatchObject({
    jurisdiction: 'EU',
    template: 'EU',
    version: 1,
    products: [
      { id: 'current-account', version: 1, config: { currency: 'EUR', overdraft_limit: '500.00' } },
      { id: 'savings-account', version: 1 },
      { id: 'consumer-loan', version: 1 },
    ],
  });
  const receipts = await readAllItems(ledger.tables.receipts);
  const receipt = receipts.find((item) => item['correlation_id'] === 'configuration-event');
  expect(receipt && readStoredEvents(receipt)).toMatchObject(
    answer.body.products.map((payload: { id: string }) => {
      return { type: 'product.published', aggregateId: payload.id, version: 1, payload };
    }),
  );
});

test.each([...Object.keys(JURISDICTIONS), 'FR', 'ZZ-1'])('has a template for %s', async (code) => {
  const tenant = `tenant-${code}`;
  const answer = await generate(code, { tenant });

  const template = code in JURISDICTIONS ? code : 'DEFAULT';
  expect(answer.body).toMatchObject({ jurisdiction: code, template });
  const { currency } = JURISDICTIONS[template] ?? {};
  for (const { config } of answer.body.products) {
    expect(config).toMatchObject({
      currency,
      overdraft_limit: expect.any(String),
      fees: expect.any(Object),
      ledger_accounts: expect.any(Object),
    });
  }
});

test('creates new versions when repeated, and concurrent ones without a gap', async () => {
  const tenant = 'again';
  await generate('US', { tenant });
  const answers = await Promise.all(['KE', 'IN', 'GB'].map((code) => generate(code, { tenant })));

  expect(answers.map(({ body }) => body.version).sort()).toEqual([2, 3, 4]);
  for (const { body } of answers) {
    expect(body.products.map(({ version }: { version: number }) => version)).toEqual(
      Array(3).fill(body.version),
    );
  }
});

test('repeats the first answer and refuses the key for another request', async () => {
  const options = { tenant: 'repeated', key: 'generate-configuration' };
  const first = await generate('EU', options);

  expect((await generate('EU', options)).text).toBe(first.text);
  expect((await generate('US', options)).body.code).toBe('idempotency_key_reused');
});

test.each(['eu', 'E', 'E U', '', 1, undefined, 'A'.repeat(17)])('refuses %j', async (code) => {
  expect((await generate(code)).body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
});
