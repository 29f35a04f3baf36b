import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import { credit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { agreeLoan, disbursement } from '../../support/fixtures/loans.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

async function eventsUnder(correlationId: string) {
  const receipts = await readAllItems(ledger.tables.receipts);
  return receipts
    .filter((item) => item['correlation_id'] === correlationId)
    .flatMap((receipt) => readStoredEvents(receipt));
}

test('an event takes its payload from its path in the answer', async () => {
  const account = await openAccount(ledger);
  const entries = [credit(account, '1.00'), credit(account, '2.00')];

  const posted = await ledger.call('postJournalEntries', {
    body: { entries },
    correlationId: 'pointed',
  });

  const events = await eventsUnder('pointed');
  expect(events.map(({ payload }) => payload)).toEqual(posted.body.items);
});

test('an event that is not part of the answer carries its payload itself', async () => {
  const { id } = await agreeLoan(ledger);

  const posted = await ledger.call('postLoanTransaction', {
    path: { loanId: id },
    body: disbursement('1.00'),
    correlationId: 'carried',
  });

  const [onLoan, onJournal] = await eventsUnder('carried');
  expect(onLoan?.payload).toMatchObject({ transaction: posted.body, loan: { id, version: 2 } });
  expect(onJournal?.payload).toMatchObject({ id: posted.body.journal_entry_id });
});
