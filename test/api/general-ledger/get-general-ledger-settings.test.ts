import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startLedger } from '../../support/stack/ledger.ts';
import type { CallOptions, TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const read = (options: CallOptions = {}) => ledger.call('getGeneralLedgerSettings', options);

test('answers the defaults of a tenant that has set none, in which every control is off', async () => {
  const answer = await read();

  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    base_currency: 'XXX',
    time_zone: 'UTC',
    chart: 'OPEN',
    control_accounts: 'REPORTED',
    effective_date_window: {},
    version: 0,
  });
});

test('answers what was set, and to its own tenant only', async () => {
  const body = { base_currency: 'KES' };
  const set = await ledger.call('updateGeneralLedgerSettings', { tenant: 'set', body });

  expect((await read({ tenant: 'set' })).text).toBe(set.text);
  expect((await read({ tenant: 'other' })).body.base_currency).toBe('XXX');
});

test.each(['finance.read', 'configuration.write', 'audit.read'])(
  'allows %s',
  async (permission) => {
    expect((await read({ permissions: [permission] })).status).toBe(200);
  },
);

test('requires one of them', async () => {
  const refused = await read({ permissions: ['finance.write', 'compliance.operate'] });

  expect(refused.body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
});
