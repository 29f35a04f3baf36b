import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { requestExport } from '../../support/fixtures/batches/batches.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { CallOptions, TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const get = (batchId: string, options: CallOptions = {}) =>
  ledger.call('getLegacyBatch', { path: { batchId }, ...options });

test('returns the receipt from the answer to the request', async () => {
  const receipt = await requestExport(ledger);

  expect((await get(receipt.batchId)).body).toEqual(receipt);
});

test.each([['compliance.operate'], ['audit.read']])('%s grants access', async (permission) => {
  const { batchId } = await requestExport(ledger);

  expect((await get(batchId, { permissions: [permission] })).status).toBe(200);
});

test('refuses a finance operator, whether the batch exists or not', async () => {
  const { batchId } = await requestExport(ledger);
  const permissions = ['finance.read', 'finance.write', 'finance.approve', 'configuration.write'];

  for (const id of [batchId, 'bat_nothing']) {
    const { body } = await get(id, { permissions });
    expect(body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
  }
});

test('returns 404 to another tenant', async () => {
  const { batchId } = await requestExport(ledger);

  expect((await get(batchId, { tenant: 'globex' })).body).toMatchObject({
    statusCode: 404,
    code: 'batch_not_found',
  });
});

test.each(['bat_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00', 'bat_', 'x', '😀', 'bat_~', '%00'])(
  'returns 404 for %j',
  async (batchId) => {
    expect((await get(batchId)).body).toMatchObject({ statusCode: 404, code: 'batch_not_found' });
  },
);
