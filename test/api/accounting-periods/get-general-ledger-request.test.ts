import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { requestPeriodChange } from '../../support/accounting-periods/closings.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

test('answers the request as it was submitted, to its tenant only', async () => {
  const request = await requestPeriodChange(ledger, 'close');
  const path = { requestId: request.id as string };

  expect((await ledger.call('getGeneralLedgerRequest', { path })).body).toEqual(request);
  const foreign = await ledger.call('getGeneralLedgerRequest', { path, tenant: 'globex' });
  expect(foreign.body).toMatchObject({ statusCode: 404, code: 'general_ledger_request_not_found' });
});
