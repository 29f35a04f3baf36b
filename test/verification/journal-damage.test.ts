// Every kind of damage to journal entries and receipts is reported at the damaged record and nowhere else.
import { expect, test } from '@jest/globals';
import { buildIdGenerator } from '../../functions/ledger/store/ids.ts';
import { keys } from '../../functions/ledger/store/keys.ts';
import {
  books,
  findEntry,
  expectDifferences,
  findJournalEntry,
  useCorruptibleLedger,
  putItem,
  findReceipt,
  removeItem,
} from '../support/invariants/corrupted-records.ts';

useCorruptibleLedger();

const text = expect.any(String);

test('lines that do not balance', async () => {
  const entry = await findJournalEntry(books.payments[1]);
  const [first, second] = entry['lines'] as object[];
  await putItem({ ...entry, lines: [first, { ...second, cr: 400n }] });

  await expectDifferences(
    [
      'journal-entries',
      'journal_entry',
      entry.SK,
      'ledger_lines',
      'debits 5.00, credits 4.00',
      text,
    ],
    ['receipts', 'journal_entry', entry.SK, 'ledger_lines', text, text],
  );
});

test('lines that balance but differ from what was posted', async () => {
  const entry = await findJournalEntry(books.payments[1]);
  const [first, second] = entry['lines'] as object[];
  await putItem({
    ...entry,
    lines: [
      { ...first, dr: 900n },
      { ...second, cr: 900n },
    ],
  });

  await expectDifferences([
    'receipts',
    'journal_entry',
    entry.SK,
    'ledger_lines',
    expect.stringContaining('9.00'),
    expect.stringContaining('5.00'),
  ]);
});

test.each([
  ['description', 'Loan'],
  ['posted_by', 'eve'],
  ['workflow_execution_id', 'exe_forged'],
])('a changed %s of a journal entry', async (field, value) => {
  const entry = await findJournalEntry(books.payments[0]);
  await putItem({ ...entry, [field]: value });

  await expectDifferences([
    'receipts',
    'journal_entry',
    entry.SK,
    field,
    value,
    entry[field] ?? 'nothing',
  ]);
});

test('a posting added to a journal entry', async () => {
  const entry = await findJournalEntry(books.payments[0]);
  const stored = entry['postings'] as object[];
  await putItem({ ...entry, postings: [...stored, { ...stored[1], id: 'ent_x', seq: 9n }] });

  await expectDifferences(
    [
      'postings',
      'journal_entry',
      entry.SK,
      'account_postings/2',
      `CREDIT 10.00 on ${books.bob}`,
      text,
    ],
    ['receipts', 'journal_entry', entry.SK, 'account_postings', text, text],
  );
});

test('a deleted journal entry: entries without posting, an event without journal entry', async () => {
  const entry = await findJournalEntry(books.payments[1]);
  const [ofAda, ofBob] = [await findEntry(books.ada, 3), await findEntry(books.bob, 2)];
  const receipt = await findReceipt(entry.SK);
  await removeItem(entry);

  const key = receipt.PK.split('#')[3] ?? '';
  await expectDifferences(
    ['postings', 'account_entry', String(ofAda['id']), 'posting_key', `${entry.SK}#1`, text],
    ['postings', 'account_entry', String(ofBob['id']), 'posting_key', `${entry.SK}#2`, text],
    ['receipts', 'receipt', key, 'events', entry.SK, text],
  );
});

test('a deleted receipt', async () => {
  const [id] = books.payments;
  await removeItem(await findReceipt(id));

  await expectDifferences(['receipts', 'journal_entry', id, 'receipt', 'nothing', text]);
});

test('a receipt without its event', async () => {
  const [id] = books.payments;
  await putItem({ ...(await findReceipt(id)), events: [] });

  await expectDifferences(['receipts', 'journal_entry', id, 'receipt', 'nothing', text]);
});

test('two receipts of one journal entry', async () => {
  const [id] = books.payments;
  const receipt = await findReceipt(id);
  await putItem({ ...receipt, PK: `${receipt.PK}-again` });

  await expectDifferences(['receipts', 'receipt', text, 'events', id, text]);
});

test('a journal entry in a partition that no read looks in', async () => {
  const entry = await findJournalEntry(books.payments[0]);
  await removeItem(entry);
  const elsewhere = keys.journal(books.tenant, 'ff');
  await putItem({ ...entry, PK: elsewhere });

  const [wrong, right] = [`${elsewhere} ${entry.SK}`, `${entry.PK} ${entry.SK}`];
  await expectDifferences(
    ['form', 'journal_entry', entry.SK, 'key', wrong, right],
    ['receipts', 'journal_entry', entry.SK, 'receipt', 'nothing', text],
    ['receipts', 'receipt', text, 'events', entry.SK, text],
  );
});

test('a journal entry that is dated into the future is not taken for one that is under way', async () => {
  const entry = await findJournalEntry(books.payments[0]);
  const posted_at = '2099-01-01T00:00:00.000Z';
  const id = buildIdGenerator(1)(new Date(posted_at))('jrn');
  await putItem({ ...entry, ...keys.journalEntry(books.tenant, id), posted_at });

  await expectDifferences(
    ['postings', 'journal_entry', id, 'account_postings/0', text, text],
    ['postings', 'journal_entry', id, 'account_postings/1', text, text],
    ['receipts', 'journal_entry', id, 'receipt', 'nothing', text],
  );
});
