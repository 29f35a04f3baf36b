import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { credit, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { agreeLoan, disbursement } from '../../support/fixtures/loans.ts';
import type { TestLoan } from '../../support/fixtures/loans.ts';
import { replaceIdTime } from '../../support/fixtures/absent-ids.ts';

let ledger: TestLedger;
let loan: TestLoan;
beforeAll(async () => {
  ledger = await startLedger();
  loan = await agreeLoan(ledger);
});
afterAll(() => ledger.stop());

const get = (transactionId: string, tenant = 'acme') =>
  ledger.call('getTransaction', { tenant, path: { transactionId } });

test('returns a transaction exactly as the posting returned it', async () => {
  const posted = await ledger.call('postLoanTransaction', {
    path: { loanId: loan.id },
    body: disbursement('10.00'),
  });

  const read = await get(posted.body.id);

  expect(read.status).toBe(200);
  expect(read.text).toBe(posted.text);
});

test('returns 404 for a transaction of another tenant and for other identifiers', async () => {
  const { body } = await ledger.call('postLoanTransaction', {
    path: { loanId: loan.id },
    body: disbursement('10.00'),
  });
  const entry = await ledger.call('postJournalEntry', { body: credit(loan.account, '1.00') });

  for (const [tenant, id] of [
    ['globex', body.id],
    ['acme', replaceIdTime(body.id)],
    ['acme', 'txn_'],
    ['acme', body.journal_entry_id],
    // An entry without a loan transaction has no transaction of the same UUID.
    ['acme', entry.body.id.replace('jrn', 'txn')],
    ['acme', loan.id],
  ]) {
    const answer = await get(id, tenant);
    expect(answer.body).toMatchObject({ statusCode: 404, code: 'transaction_not_found' });
  }
});
