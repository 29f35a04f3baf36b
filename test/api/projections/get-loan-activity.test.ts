import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { approveAdjustment, adjustLoan } from '../../support/fixtures/adjustments.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { disbursedLoan, fee, interest, repayment } from '../../support/fixtures/loans.ts';
import { projectReceipts } from '../../support/projections/projections.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const get = (loanId: string) => ledger.call('getLoanActivity', { path: { loanId } });

async function post(loanId: string, body: object): Promise<string> {
  const answer = await ledger.call('postLoanTransaction', { path: { loanId }, body });
  expect(answer.status).toBe(201);
  return answer.body.id as string;
}

test('shows the outstanding amounts, totals by type and the last transactions', async () => {
  const { id } = await disbursedLoan(ledger, '1000.00');
  await post(id, fee('12.50'));
  await post(id, interest('30.00'));
  const last = await post(id, repayment('42.50', { interest: '30.00', fees: '12.50' }));
  await projectReceipts(ledger);

  const { body } = await get(id);

  const loan = await ledger.call('getLoan', { path: { loanId: id } });
  expect(body.payload).toMatchObject(loan.body);
  expect(body.payload.totals).toEqual({
    DISBURSEMENT: { amount: '1000.00', count: 1, reversed: 0 },
    FEE: { amount: '12.50', count: 1, reversed: 0 },
    INTEREST: { amount: '30.00', count: 1, reversed: 0 },
    REPAYMENT: { amount: '42.50', count: 1, reversed: 0 },
  });
  expect(body.payload.last_transactions).toHaveLength(4);
  expect(body.payload.last_transactions[0].id).toBe(last);
  expect(body).toMatchObject({ last_event_type: 'loan_transaction.posted', last_event_version: 5 });
});

test('no longer counts reversed transactions', async () => {
  const { id } = await disbursedLoan(ledger);
  const mistaken = await post(id, fee('9.99'));
  await approveAdjustment(ledger, await adjustLoan(ledger, mistaken));
  await projectReceipts(ledger);

  const { body } = await get(id);

  expect(body.payload.totals.FEE).toEqual({ amount: '0.00', count: 1, reversed: 1 });
  expect(body.payload.fees_outstanding).toBe('0.00');
  expect(body.last_event_type).toBe('loan.adjusted');
});

test('shows the last ten of many transactions, newest first', async () => {
  const { id } = await disbursedLoan(ledger);
  const fees: string[] = [];
  for (let count = 0; count < 12; count += 1) fees.push(await post(id, fee('1.00')));
  await projectReceipts(ledger);

  const { body } = await get(id);

  expect(body.payload.last_transactions.map((one: { id: string }) => one.id)).toEqual(
    fees.toReversed().slice(0, 10),
  );
  expect(body.payload.totals.FEE).toEqual({ amount: '12.00', count: 12, reversed: 0 });
});

test('returns 404 for an unknown loan', async () => {
  expect((await get('loan_x')).body).toMatchObject({
    statusCode: 404,
    code: 'projection_not_found',
  });
});
