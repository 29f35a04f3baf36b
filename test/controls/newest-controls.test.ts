// Which controls judge a request in the seconds in which a container still caches those before.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { putControls } from '../support/controls/controls.ts';
import { advanceTime, returnToPresent } from '../support/stack/advance-time.ts';
import { asTenant, openAccount, startLedger } from '../support/stack/ledger.ts';
import type { TestLedger } from '../support/stack/ledger.ts';

const OPERATION = 'updateGeneralLedgerSettings';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(async () => {
  returnToPresent();
  await ledger.stop();
});

test('the settings of the general ledger obey new controls at once', async () => {
  advanceTime(0);
  const caller = asTenant(ledger, 'aurora');
  // The controls of this moment are in the cache, and stay there while the clock stands.
  expect((await caller.call(OPERATION, { body: { time_zone: 'Europe/Paris' } })).status).toBe(200);
  await openAccount(caller);
  await putControls(caller, [{ operation: OPERATION }]);

  const { status, body } = await caller.call(OPERATION, { body: { failing_rules: 'SKIP' } });

  expect([status, body.operation]).toEqual([202, OPERATION]);
  expect((await caller.call('getGeneralLedgerSettings')).body).not.toHaveProperty('failing_rules');
});
