import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

test('reads a change request of its own tenant only', async () => {
  const { body } = await ledger.call('replaceControls', { body: { controls: [] } });
  const path = { requestId: body.id };

  const read = await ledger.call('getChangeRequest', { path });
  expect(read).toMatchObject({ status: 200, body });
  for (const options of [{ path, tenant: 'other' }, { path: { requestId: 'chg_1' } }]) {
    const missing = await ledger.call('getChangeRequest', options);
    expect(missing).toMatchObject({ status: 404, body: { code: 'change_request_not_found' } });
  }
});
