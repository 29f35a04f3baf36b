// A reversal without a mark, a mark without a reversal, and every value in which the two differ.
import { beforeEach, expect, test } from '@jest/globals';
import type { Item } from '../../functions/ledger/store/item.ts';
import { keys } from '../../functions/ledger/store/keys.ts';
import {
  approveAdjustment,
  sendAdjustment,
  sendLoanAdjustment,
} from '../support/fixtures/adjustments.ts';
import {
  books,
  readLedger,
  expectDifferences,
  findJournalEntry,
  useCorruptibleLedger,
  requireRecord,
  putItem,
  removeItem,
} from '../support/invariants/corrupted-records.ts';
import { transfer } from '../support/stack/ledger.ts';
import { agreeLoan, disbursement } from '../support/fixtures/loans.ts';

useCorruptibleLedger();

const text = expect.any(String);

/** The applied correction of a payment, and the applied reversal of a loan transaction. */
let corrected: Readonly<Record<string, string>>;
let reversed: Readonly<Record<string, string>>;
beforeEach(async () => {
  const { tenant, ada, bob, payments } = books;
  const ledger = readLedger();
  const apply = async (id: string) =>
    (await approveAdjustment(ledger, id, { tenant })).body as Record<string, string>;
  const correction = await sendAdjustment(ledger, payments[1], transfer(ada, bob, '4.00'), {
    tenant,
  });
  corrected = await apply(correction.body.id);
  const loan = await agreeLoan(ledger, { tenant });
  const path = { loanId: loan.id };
  const body = disbursement('10.00');
  const paidOut = await ledger.call('postLoanTransaction', { tenant, path, body });
  reversed = await apply(
    (await sendLoanAdjustment(ledger, paidOut.body.id, undefined, { tenant })).body.id,
  );
});

const markOf = (id: string) =>
  requireRecord('REV', ({ PK }) => PK === keys.reversal(books.tenant, id).PK);
const toRequestItem = (id: string) => requireRecord('FAR', ({ SK }) => SK === id);

test('sound adjustments have no differences', async () => {
  expect([corrected['status'], reversed['status']]).toEqual(['APPLIED', 'APPLIED']);
  await expectDifferences();
});

test('a deleted mark of a corrected entry', async () => {
  await removeItem(await markOf(books.payments[1]));

  const { reversal_journal_entry_id: by, replacement_journal_entry_id: instead } = corrected;
  await expectDifferences(
    ['reversal-marks', 'journal_entry', by, 'reversed_by', by, text],
    ['reversal-marks', 'journal_entry', instead, 'replaced_by', instead, text],
  );
});

test('a deleted mark of a transaction', async () => {
  await removeItem(await markOf(reversed['target_id'] ?? ''));

  const { reversal_journal_entry_id: entry, reversal_transaction_id: by } = reversed;
  await expectDifferences(['reversal-marks', 'journal_entry', entry, 'reversed_by', by, text]);
});

test('a mark beside an entry that was never reversed', async () => {
  const mark = await markOf(books.payments[1]);
  const { replaced_by: _, ...others } = mark;
  const { PK } = keys.reversal(books.tenant, books.payments[0]);
  await putItem({ ...others, PK } as Item);

  const by = mark['reversed_by'];
  await expectDifferences([
    'reversal-marks',
    'reversal_mark',
    books.payments[0],
    'reversed_by',
    by,
    text,
  ]);
});

test.each([
  ['reversed_by', 'jrn_x'],
  ['replaced_by', 'jrn_x'],
])('a mark that names another %s', async (field, value) => {
  const mark = await markOf(books.payments[1]);
  await putItem({ ...mark, [field]: value });

  await expectDifferences([
    'reversal-marks',
    'reversal_mark',
    books.payments[1],
    field,
    value,
    mark[field],
  ]);
});

test('a mark that names another request', async () => {
  const mark = await markOf(reversed['target_id'] ?? '');
  await putItem({ ...mark, adjustment_request_id: 'far_x' });

  await expectDifferences([
    'reversal-marks',
    'reversal_mark',
    reversed['target_id'],
    'adjustment_request_id',
    'far_x',
    reversed['id'],
  ]);
});

test('a request that names another reversal, and a deleted request', async () => {
  const request = await toRequestItem(corrected['id'] ?? '');
  await putItem({ ...request, reversal_journal_entry_id: 'jrn_x' });
  await removeItem(await toRequestItem(reversed['id'] ?? ''));

  const { reversal_journal_entry_id: right } = corrected;
  const { reversal_journal_entry_id: entry, reversal_transaction_id: by } = reversed;
  await expectDifferences(
    ['reversal-marks', 'adjustment_request', request.SK, 'reversal_id', 'jrn_x', right],
    ['reversal-marks', 'journal_entry', entry, 'reversal_id', by, text],
  );
});

test('a second reversal of one entry', async () => {
  const entry = await findJournalEntry(corrected['reversal_journal_entry_id'] ?? '');
  const id = books.payments[2];
  const payment = await findJournalEntry(id);
  const { entry_type, reverses, adjustment_request_id } = entry;
  await putItem({ ...payment, entry_type, reverses, adjustment_request_id });

  await expectDifferences(
    ['receipts', 'journal_entry', id, 'adjustment_request_id', adjustment_request_id, 'nothing'],
    ['receipts', 'journal_entry', id, 'entry_type', 'REVERSAL', 'POSTING'],
    ['receipts', 'journal_entry', id, 'reverses_journal_entry_id', reverses, 'nothing'],
    ...[1, 2].map(() => ['postings', 'account_entry', text, 'entry_type', 'POSTING', 'REVERSAL']),
    ['reversal-marks', 'journal_entry', text, 'reversed_by', text, text],
    ['reversal-marks', 'journal_entry', text, 'reversal_id', text, text],
    ['reversals', 'journal_entry', id, 'ledger_lines', text, text],
    ['reversals', 'journal_entry', id, 'account_postings', text, text],
  );
});

test('a reversal of another amount, and a reversal of a reversal', async () => {
  const entry = await findJournalEntry(corrected['reversal_journal_entry_id'] ?? '');
  const [first, second] = entry['lines'] as object[];
  await putItem({
    ...entry,
    lines: [
      { ...first, cr: 600n },
      { ...second, dr: 600n },
    ],
  });
  const other = await findJournalEntry(reversed['reversal_journal_entry_id'] ?? '');
  const elsewhere = entry.SK;
  await putItem({ ...other, reverses: elsewhere });

  const id = other.SK;
  await expectDifferences(
    ['receipts', 'journal_entry', entry.SK, 'ledger_lines', text, text],
    ['receipts', 'journal_entry', id, 'reverses_journal_entry_id', elsewhere, text],
    ['reversals', 'journal_entry', entry.SK, 'ledger_lines', text, text],
    ['reversals', 'journal_entry', id, 'reverses_journal_entry_id', elsewhere, text],
    ['reversal-marks', 'journal_entry', id, 'reversed_by', id, text],
    ['reversal-marks', 'journal_entry', id, 'reversed_by', text, text],
    ['reversal-marks', 'reversal_mark', text, 'reversed_by', text, text],
    ['reversal-marks', 'reversal_mark', text, 'reversed_by', text, text],
    ['reversal-marks', 'adjustment_request', reversed['id'], 'target_id', text, text],
    ['transactions', 'transaction', text, 'reverses_transaction_id', text, text],
  );
});
