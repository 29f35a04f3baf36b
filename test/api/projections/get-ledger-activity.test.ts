import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { approveAdjustment, adjustEntry, postEntry } from '../../support/fixtures/adjustments.ts';
import { credit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { projectReceipts } from '../../support/projections/projections.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const get = (journalEntryId: string, tenant = 'acme') =>
  ledger.call('getLedgerActivity', { tenant, path: { journalEntryId } });

test('shows an entry as it was posted', async () => {
  const account = await openAccount(ledger);
  const entry = await ledger.call('postJournalEntry', { body: credit(account, '5.00') });
  await projectReceipts(ledger);

  const { status, body } = await get(entry.body.id);

  expect(status).toBe(200);
  expect(body).toMatchObject({
    projection_name: 'ledger_activity',
    entity_id: entry.body.id,
    payload: entry.body,
    last_event_type: 'journal_entry.posted',
    last_event_version: 1,
  });
});

test('shows the reversal, the replacement and the request that caused them', async () => {
  const account = await openAccount(ledger);
  const wrong = await postEntry(ledger, credit(account, '7.00'));
  const request = await adjustEntry(ledger, wrong, credit(account, '8.00'));
  const approved = await approveAdjustment(ledger, request);
  await projectReceipts(ledger);

  const { body } = await get(wrong);

  expect(body.payload).toMatchObject({
    id: wrong,
    reversed_by: approved.body.reversal_journal_entry_id,
    replaced_by: approved.body.replacement_journal_entry_id,
    adjusted_by_request_id: request,
  });
  const reversal = await get(approved.body.reversal_journal_entry_id);
  expect(reversal.body.payload).toMatchObject({
    entry_type: 'REVERSAL',
    reverses_journal_entry_id: wrong,
    adjustment_request_id: request,
  });
});

test('returns 404 for an entry that is not projected yet and for one of another tenant', async () => {
  const account = await openAccount(ledger);
  const entry = await postEntry(ledger, credit(account, '5.00'));
  const before = await get(entry);
  await projectReceipts(ledger);

  expect(before.body).toMatchObject({ statusCode: 404, code: 'projection_not_found' });
  expect((await get(entry, 'globex')).body.code).toBe('projection_not_found');
  expect((await get(entry)).status).toBe(200);
});
