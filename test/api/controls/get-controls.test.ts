import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { putControls } from '../../support/controls/controls.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

test('answers the newest controls of the tenant to those who post, configure or audit', async () => {
  await putControls(ledger, [{ operation: 'createAccount' }]);
  await putControls(ledger, [{ operation: 'upsertProduct' }]);

  for (const permission of ['finance.read', 'configuration.write', 'audit.read']) {
    const { body } = await ledger.call('getControls', { permissions: [permission] });
    expect(body).toEqual({
      controls: [{ operation: 'upsertProduct', require: 'APPROVAL' }],
      version: 2,
      updated_at: expect.any(String),
    });
  }
  const other = await ledger.call('getControls', { tenant: 'other' });
  expect(other.body).toEqual({ controls: [], version: 0 });
});
