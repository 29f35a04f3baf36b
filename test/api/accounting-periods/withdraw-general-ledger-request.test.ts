import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { expectUnclosed, requestPeriodChange } from '../../support/accounting-periods/closings.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const withdraw = (requestId: string, subject: string, permission: string) =>
  ledger.call('withdrawGeneralLedgerRequest', {
    subject,
    permissions: [permission],
    path: { requestId },
    body: { reason: 'Too early' },
  });

test('its maker alone withdraws a closing, and the period stays open', async () => {
  const { id } = await requestPeriodChange(ledger, 'close');

  const other = await withdraw(id, 'grace', 'finance.write');
  const own = await withdraw(id, 'ada', 'finance.write');

  expect(other.body).toMatchObject({ statusCode: 403, code: 'not_the_maker' });
  expect(own.body).toMatchObject({ status: 'REJECTED', decision_reason: 'Too early' });
  await expectUnclosed(ledger, id);
});

test('who may change the settings withdraws a change of them', async () => {
  const permissions = ['configuration.write'];
  const body = { chart: 'ENFORCED', reason: 'The chart is complete' };
  const { body: change } = await ledger.call('updateGeneralLedgerSettings', { permissions, body });

  const own = await withdraw(change.id, 'ada', 'configuration.write');

  expect(own.body).toMatchObject({ status: 'REJECTED', decided_by: 'ada' });
});
