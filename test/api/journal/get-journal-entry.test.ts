import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { credit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { replaceIdTime } from '../../support/fixtures/absent-ids.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

test('returns an entry exactly as the posting returned it', async () => {
  const account = await openAccount(ledger);
  const posted = await ledger.call('postJournalEntry', {
    body: { ...credit(account, '12.34'), description: 'Zahlung für Oktober 🎃' },
  });

  const read = await ledger.call('getJournalEntry', { path: { journalEntryId: posted.body.id } });

  expect(read.status).toBe(200);
  expect(read.text).toBe(posted.text);
});

test('returns 404 for an entry of another tenant and for an unknown one', async () => {
  const account = await openAccount(ledger);
  const posted = await ledger.call('postJournalEntry', { body: credit(account, '1.00') });
  const absent = replaceIdTime(posted.body.id);

  for (const [tenant, journalEntryId] of [
    ['globex', posted.body.id],
    ['acme', absent],
    ['acme', 'jrn_'],
    ['acme', account],
  ]) {
    const answer = await ledger.call('getJournalEntry', { tenant, path: { journalEntryId } });
    expect(answer.body).toMatchObject({ statusCode: 404, code: 'journal_entry_not_found' });
  }
});
