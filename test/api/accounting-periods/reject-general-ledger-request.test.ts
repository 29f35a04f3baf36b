import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { expectUnclosed, requestPeriodChange } from '../../support/accounting-periods/closings.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

test.each(['grace', 'ada'])('%s rejects, and nothing changes', async (subject) => {
  const { id } = await requestPeriodChange(ledger, 'close');
  const body = { reason: 'Too early' };
  const path = { requestId: id as string };

  const rejected = await ledger.call('rejectGeneralLedgerRequest', { subject, path, body });

  expect(rejected.body).toMatchObject({ status: 'REJECTED', decided_by: subject });
  await expectUnclosed(ledger, id);
});
