import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { agreeLoan, disbursedLoan } from '../../support/fixtures/loans.ts';
import { projectReceipts } from '../../support/projections/projections.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

test('lists one record for each loan, with its newest version', async () => {
  const agreed = await agreeLoan(ledger);
  const paidOut = await disbursedLoan(ledger);
  await projectReceipts(ledger);

  const { body, status } = await ledger.call('listLoanActivity');

  expect(status).toBe(200);
  expect(
    body.map((one: { entity_id: string; last_event_version: number }) => [
      one.entity_id,
      one.last_event_version,
    ]),
  ).toEqual([
    [agreed.id, 1],
    [paidOut.id, 2],
  ]);
  const limited = await ledger.call('listLoanActivity', { query: { limit: '1' } });
  expect(limited.body).toHaveLength(1);
  expect(limited.headers['X-Next-Cursor']).toBeDefined();
});
