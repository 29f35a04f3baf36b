import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startLedger } from '../../support/stack/ledger.ts';
import type { CallOptions, TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
  const body = { name: 'Cash', type: 'ASSET' };
  await ledger.call('upsertGeneralLedgerAccount', { path: { code: '10/00 é#1' }, body });
});
afterAll(() => ledger.stop());

const read = (code: string, options: CallOptions = {}) =>
  ledger.call('getGeneralLedgerAccount', { path: { code }, ...options });

test('answers an account of the chart under the code exactly as written', async () => {
  const answer = await read('10/00 é#1');

  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ code: '10/00 é#1', name: 'Cash', normal_side: 'DEBIT' });
});

test.each(['10/00 É#1', '10/00', 'x'.repeat(200), ' ', '\u0000'])(
  'does not know the code %j',
  async (code) => {
    expect((await read(code)).body).toMatchObject({
      statusCode: 404,
      code: 'general_ledger_account_not_found',
    });
  },
);

test('does not show the account of another tenant', async () => {
  expect((await read('10/00 é#1', { tenant: 'other' })).status).toBe(404);
});

test('allows those who post, configure or audit', async () => {
  const allowed = ['finance.read', 'configuration.write', 'audit.read'];
  for (const permission of [...allowed, 'finance.approve']) {
    const { status } = await read('10/00 é#1', { permissions: [permission] });
    expect([permission, status]).toEqual([permission, allowed.includes(permission) ? 200 : 403]);
  }
});
