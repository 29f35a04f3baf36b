import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { publishProduct } from '../../support/fixtures/products.ts';
import { projectReceipts } from '../../support/projections/projections.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { CallOptions, TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const path = { code: '1000 Cash/EUR' };
const list = (options: CallOptions = {}) =>
  ledger.call('listGeneralLedgerAccountVersions', { path, ...options });

test('shows an account of the chart before and after each change', async () => {
  const define = async (body: object) =>
    (await ledger.call('upsertGeneralLedgerAccount', { path, body })).body;
  const first = await define({ name: 'Cash', type: 'ASSET' });
  const second = await define({ name: 'Cash in hand', type: 'ASSET', status: 'CLOSED' });
  // Another noun of the same id has versions of its own.
  await publishProduct(ledger, path.code);
  await projectReceipts(ledger);

  const { body } = await list({ permissions: ['configuration.write'] });

  expect(body.items).toMatchObject([
    { version: 2, event_type: 'general_ledger_account.updated', content: second },
    { version: 1, event_type: 'general_ledger_account.created', content: first },
  ]);
});

test.each([{ path: { code: '2000' } }, { path: { code: ' ' } }, { tenant: 'globex' }])(
  'refuses %j',
  async (options) => {
    const code = 'general_ledger_account_not_found';
    expect((await list(options)).body).toMatchObject({ statusCode: 404, code });
  },
);
