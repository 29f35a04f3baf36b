// A preview of an adjustment shows what its approval would post, before it is requested, and writes nothing.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildAdjustmentBody } from '../../../tools/samples/request-bodies.ts';
import { expectOnlyReads, readTables } from '../../support/controls/previews.ts';
import {
  adjustEntry,
  approveAdjustment,
  postEntry,
  sendAdjustment,
} from '../../support/fixtures/adjustments.ts';
import { agreeLoan, disbursement } from '../../support/fixtures/loans.ts';
import { applyTransitions } from '../../support/fixtures/lifecycle.ts';
import {
  asTenant,
  credit,
  debit,
  openAccount,
  startWatchedLedger,
} from '../../support/stack/ledger.ts';
import type { CallOptions, OperationCaller, WatchedLedger } from '../../support/stack/ledger.ts';

let ledger: WatchedLedger;
let bank: OperationCaller;
beforeAll(async () => {
  ledger = await startWatchedLedger();
  bank = asTenant(ledger, 'bank');
});
afterAll(() => ledger.stop());

const preview = (target: string, journal?: object, options: CallOptions = {}) => {
  const correction = journal && { journal };
  const body = buildAdjustmentBody('JOURNAL_ENTRY', target, correction);
  return bank.call('previewFinancialAdjustment', { body, ...options });
};

test('shows both entries of a correction and the balances, as its approval then posts them', async () => {
  const [wrong, right] = [await openAccount(bank), await openAccount(bank)];
  const entry = await postEntry(bank, credit(wrong, '10.00'));
  const journal = credit(right, '12.50');
  const before = await readTables(ledger);
  ledger.proxy.requests.length = 0;

  const shown = await preview(entry, journal);

  expectOnlyReads(ledger);
  expect(await readTables(ledger)).toEqual(before);
  expect(shown.body).toMatchObject({
    outcome: 'APPLIED',
    journal_entries: [{ entry_type: 'REVERSAL' }, { entry_type: 'CORRECTION' }],
    controls: [],
  });
  expect(shown.body.balances.toSorted(byAccount)).toEqual(
    [
      { account_id: wrong, currency: 'EUR', before: '10.00', after: '0.00' },
      { account_id: right, currency: 'EUR', before: '0.00', after: '12.50' },
    ].toSorted(byAccount),
  );
  const approved = await approveAdjustment(bank, await adjustEntry(bank, entry, journal));
  const path = { journalEntryId: approved.body.replacement_journal_entry_id };
  const posted = await bank.call('getJournalEntry', { path });
  expect(posted.body).toMatchObject(shown.body.journal_entries[1]);
});

const byAccount = (one: { account_id: string }, other: { account_id: string }) =>
  one.account_id < other.account_id ? -1 : 1;

test('refuses what the request would be refused for, in its words', async () => {
  const account = await openAccount(bank);
  const entry = await postEntry(bank, credit(account, '10.00'));
  const [line] = credit(account, '1.00').ledger_lines;
  const unbalanced = { ...credit(account, '1.00'), ledger_lines: [line, line] };

  const shown = await preview(entry, unbalanced);

  const refused = await sendAdjustment(bank, entry, unbalanced);
  expect(shown.body).toMatchObject({ outcome: 'REFUSED', journal_entries: [], balances: [] });
  expect(shown.body.refusal.code).toBe(refused.body.code);
  expect(shown.body.refusal.message).toBe([refused.body.message].flat().join(' '));
  await approveAdjustment(bank, await adjustEntry(bank, entry));
  const late = await preview(entry);
  expect(late.body.refusal).toMatchObject({ code: 'already_reversed' });
});

test('says why the approval would fail, although the request would be accepted', async () => {
  const account = await openAccount(bank);
  const entry = await postEntry(bank, credit(account, '10.00'));
  await postEntry(bank, debit(account, '10.00'));
  await applyTransitions(bank, account, 'FREEZE');

  const shown = await preview(entry);

  const failed = await approveAdjustment(bank, await adjustEntry(bank, entry));
  expect(failed.body.status).toBe('FAILED');
  expect(shown.body).toMatchObject({ outcome: 'FAILED', journal_entries: [], balances: [] });
  expect(shown.body.refusal.message).toBe(failed.body.failure_reason);
});

test('previews the reversal of a loan transaction', async () => {
  const { id: loanId } = await agreeLoan(bank, { principal: '100.00' });
  const paid = { path: { loanId }, body: disbursement('100.00') };
  const { id } = (await bank.call('postLoanTransaction', paid)).body;
  const { reason: _, ...body } = buildAdjustmentBody('TRANSACTION', id);

  const shown = await bank.call('previewFinancialAdjustment', { body });

  expect(shown.body).toMatchObject({
    outcome: 'APPLIED',
    journal_entries: [{ entry_type: 'REVERSAL' }],
  });
});

test('needs finance.write, and finds no entry of another tenant', async () => {
  const entry = await postEntry(bank, credit(await openAccount(bank), '10.00'));

  const checker = await preview(entry, undefined, { permissions: ['finance.approve'] });
  const foreign = await preview(entry, undefined, { tenant: 'other' });

  expect(checker.body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
  expect(foreign.body).toMatchObject({ statusCode: 404, code: 'journal_entry_not_found' });
});
