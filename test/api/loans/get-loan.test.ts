import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { agreeLoan, disbursement } from '../../support/fixtures/loans.ts';
import { replaceIdTime } from '../../support/fixtures/absent-ids.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const get = (loanId: string, tenant = 'acme') =>
  ledger.call('getLoan', { tenant, path: { loanId } });

test('returns a loan as its newest transaction left it', async () => {
  const { id } = await agreeLoan(ledger);
  const path = { loanId: id };
  const posted = await ledger.call('postLoanTransaction', { path, body: disbursement('250.00') });

  const read = await get(id);

  expect(read.status).toBe(200);
  expect(read.body).toMatchObject({
    id,
    status: 'ACTIVE',
    principal: '1000.00',
    disbursed: '250.00',
    principal_outstanding: '250.00',
    version: 2,
    updated_at: posted.body.posted_at,
  });
});

test('returns 404 for a loan of another tenant and for an unknown one', async () => {
  const { id, account } = await agreeLoan(ledger);
  const absent = replaceIdTime(id);

  for (const [tenant, loanId] of [
    ['globex', id],
    ['acme', absent],
    ['acme', 'loan_'],
    ['acme', account],
    ['acme', `${id}#x`],
  ] as const) {
    const answer = await get(loanId, tenant);
    expect(answer.body).toMatchObject({ statusCode: 404, code: 'loan_not_found' });
  }
});
