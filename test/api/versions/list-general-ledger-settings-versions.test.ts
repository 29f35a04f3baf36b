import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { approveLedgerRequest } from '../../support/accounting-periods/closings.ts';
import { projectReceipts } from '../../support/projections/projections.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { CallOptions, TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const list = (options: CallOptions = {}) =>
  ledger.call('listGeneralLedgerSettingsVersions', options);
const update = (body: object) => ledger.call('updateGeneralLedgerSettings', { body });

test('names maker and checker of a version that took two operators', async () => {
  const first = await update({ time_zone: 'Europe/Berlin' });
  const request = await update({ chart: 'ENFORCED' });
  await approveLedgerRequest(ledger, request.body.id);
  await projectReceipts(ledger);

  const { body } = await list({ permissions: ['configuration.write'] });

  expect(body.items).toMatchObject([
    {
      version: 2,
      changed_by: 'grace',
      operation: 'approveGeneralLedgerRequest',
      request_id: request.body.id,
      requested_by: 'ada',
      content: { ...first.body, chart: 'ENFORCED', version: 2, updated_at: expect.any(String) },
    },
    { version: 1, changed_by: 'ada', content: first.body },
  ]);
  expect(body.items[1]).not.toHaveProperty('request_id');
});

test('settings that were never changed have no versions', async () => {
  const { status, body, headers } = await list({ tenant: 'globex' });

  expect([status, body, headers['X-Lag-Seconds']]).toEqual([200, { items: [] }, '0']);
});
