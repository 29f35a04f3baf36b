// Every kind of damage to accounts and their entries is reported at the damaged record and nowhere else.
import { expect, test } from '@jest/globals';
import { mapInParallel } from '../../functions/ledger/in-parallel.ts';
import type { Item } from '../../functions/ledger/store/item.ts';
import {
  findBalance,
  books,
  findEntry,
  expectDifferences,
  useCorruptibleLedger,
  putItem,
  listRecords,
  removeItem,
  findTerms,
  readLedger,
} from '../support/invariants/corrupted-records.ts';
import type { DifferenceRow } from '../support/invariants/corrupted-records.ts';
import { verifyTables } from '../support/invariants/verification.ts';

useCorruptibleLedger();

const text = expect.any(String);
const hash = expect.stringMatching(/^[0-9a-f]{64}$/);

test('a sound ledger has no differences', async () => {
  await expectDifferences();
});

test('a changed amount of an entry', async () => {
  const entry = await findEntry(books.bob, 2);
  await putItem({ ...entry, amount: 600n });

  const id = String(entry['id']);
  await expectDifferences(
    ['account-books', 'account_entry', id, 'balance_after', '15.00', '16.00'],
    ['account-books', 'account_entry', id, 'hash', hash, hash],
    ['postings', 'account_entry', id, 'amount', '6.00', '5.00'],
  );
});

test('a wrong balance_after', async () => {
  const entry = await findEntry(books.bob, 2);
  await putItem({ ...entry, balance_after: 1_501n });

  const id = String(entry['id']);
  await expectDifferences(
    ['account-books', 'account_entry', id, 'balance_after', '15.01', '15.00'],
    ['account-books', 'account_entry', id, 'hash', hash, hash],
    ['postings', 'account_entry', id, 'balance_after', '15.01', '15.00'],
  );
});

test('a wrong hash, at its entry only', async () => {
  const entry = await findEntry(books.bob, 1);
  await putItem({ ...entry, hash: Buffer.alloc(32, 7) });

  const [id, wrong] = [String(entry['id']), '07'.repeat(32)];
  await expectDifferences(
    ['account-books', 'account_entry', id, 'hash', wrong, hash],
    ['postings', 'account_entry', id, 'hash', wrong, hash],
  );
});

test.each([
  ['balance', 1_700n, '17.00', '16.00'],
  ['head', Buffer.alloc(32, 7), '07'.repeat(32), hash],
  ['sequence', 4n, '4', '3'],
  ['version', 3n, '3', '4, and one more for each change of status'],
  ['version', 5n, '5', '4, and one more for each change of status'],
])('a changed %s of an account', async (field, value, stored, derived) => {
  await putItem({ ...(await findBalance(books.bob)), [field]: value });

  await expectDifferences(['account-books', 'account', books.bob, field, stored, derived]);
});

test('a changed posted_at of an account, which its updated_at repeats', async () => {
  const early = '2020-01-01T00:00:00.000Z';
  const item = await findBalance(books.bob);
  await putItem({ ...item, posted_at: early });

  await expectDifferences(
    ['account-books', 'account', books.bob, 'posted_at', early, item['posted_at']],
    ['account-status', 'account', books.bob, 'updated_at', item['updated_at'], early],
  );
});

test('a missing entry: a posting without entry', async () => {
  await removeItem(await findEntry(books.bob, 2));

  const [, id] = books.payments;
  await expectDifferences(
    ['account-books', 'account', books.bob, 'entries', 'nothing', 'entry 2'],
    ['postings', 'journal_entry', id, 'account_postings/1', `CREDIT 5.00 on ${books.bob}`, text],
  );
});

test('a missing newest entry', async () => {
  const { posted_at: at } = await findEntry(books.bob, 2);
  const newest = await findEntry(books.bob, 3);
  await removeItem(newest);

  const [, , id] = books.payments;
  const rows: DifferenceRow[] = [
    ['account-books', 'account', books.bob, 'sequence', '3', '2'],
    ['account-books', 'account', books.bob, 'balance', '16.00', '15.00'],
    ['account-books', 'account', books.bob, 'head', hash, hash],
    ['account-books', 'account', books.bob, 'version', '4', text],
    ['postings', 'journal_entry', id, 'account_postings/1', `CREDIT 1.00 on ${books.bob}`, text],
  ];
  const isSameTime = at === newest['posted_at'];
  await expectDifferences(
    ...rows,
    ...(isSameTime ? [] : [['account-books', 'account', books.bob, 'posted_at', text, at]]),
  );
});

test('a duplicate entry: an entry without posting', async () => {
  const entry = await findEntry(books.bob, 3);
  await putItem({ ...entry, SK: entry.SK.replace(/3$/, '4') });

  const [id, key] = [String(entry['id']), `${books.payments[2]}#2`];
  await expectDifferences(
    ['account-books', 'account_entry', id, 'sequence', '3', '4'],
    ['postings', 'account_entry', id, 'posting_key', key, text],
  );
});

test('a gap in the sequence', async () => {
  const entry = await findEntry(books.bob, 3);
  await removeItem(entry);
  await putItem({ ...entry, SK: entry.SK.replace(/3$/, '4'), sequence: 4n });

  await expectDifferences(
    ['account-books', 'account', books.bob, 'entries', 'nothing', 'entry 3'],
    ['account-books', 'account', books.bob, 'sequence', '3', '4'],
    ['account-books', 'account', books.bob, 'version', '4', text],
    ['postings', 'account_entry', String(entry['id']), 'sequence', '4', '3'],
  );
});

test('an entry with a posted_at before that of the entry before it', async () => {
  const entry = await findEntry(books.bob, 3);
  const early = '2020-01-01T00:00:00.000Z';
  await removeItem(entry);
  await putItem({ ...entry, SK: `${early}#000000000003`, posted_at: early });

  const id = String(entry['id']);
  await expectDifferences(
    ['account-books', 'account', books.bob, 'posted_at', entry['posted_at'], early],
    [
      'account-books',
      'account_entry',
      id,
      'posted_at',
      early,
      expect.stringContaining('not before entry 1'),
    ],
    ['postings', 'account_entry', id, 'posted_at', early, entry['posted_at']],
  );
});

test('an entry under a wrong key', async () => {
  const entry = await findEntry(books.bob, 3);
  await removeItem(entry);
  await putItem({ ...entry, SK: `${entry.SK}0` });

  const id = String(entry['id']);
  const key = `${entry.PK} ${entry.SK}`;
  await expectDifferences(['form', 'account_entry', id, 'key', `${key}0`, key]);
});

test('entries of an account that does not exist', async () => {
  const entries = (await listRecords('ENT')).filter((item) => item['account_id'] === books.bob);
  await removeItem(await findBalance(books.bob));
  await removeItem(await findTerms(books.bob));

  expect(entries).toHaveLength(3);
  await expectDifferences(
    ...entries.map((entry) => [
      'account-books',
      'account_entry',
      String(entry['id']),
      'account_id',
      books.bob,
      'an account that exists',
    ]),
  );
});

test('an account without its terms, or in two currencies', async () => {
  await putItem({ ...(await findTerms(books.ada)), currency: 'USD' });
  await removeItem(await findTerms(books.bob));

  await expectDifferences(
    ['account-terms', 'account', books.ada, 'currency', 'EUR', 'USD'],
    ['account-terms', 'account', books.bob, 'terms', 'nothing', text],
  );
});

test('a record that cannot be read', async () => {
  const { amount: _, ...entry } = await findEntry(books.bob, 3);
  await putItem(entry as Item);

  const [, , id] = books.payments;
  await expectDifferences(
    ['form', 'account_entry', entry['id'], 'record', 'stored amount is not a whole number', text],
    ['postings', 'journal_entry', id, 'account_postings/1', text, text],
  );
});

test.each([
  ['wrong entries', 1],
  ['gaps', 2],
])('more %s of an account than are kept are counted in a remark', async (_, step) => {
  const entry = await findEntry(books.bob, 3);
  const prefix = entry.SK.slice(0, -1);
  const copies = Array.from({ length: 1_100 }, (__, index) => 3 + step * (index + 1));
  await mapInParallel(copies, 50, (sequence) =>
    putItem({ ...entry, SK: `${prefix}${1_000 + sequence}`, sequence: BigInt(sequence) }),
  );

  const { isSound, differenceCount, remarks } = await verifyTables(readLedger().tables, {
    tenant: books.tenant,
  });

  expect(isSound).toBe(false);
  expect(differenceCount).toBeGreaterThan(1_000);
  const unlisted = remarks.filter((remark) =>
    remark.includes(`further differences of account ${books.bob} were found`),
  );
  expect(unlisted).toEqual([expect.stringMatching(/^[1-9]/)]);
});

test('a number that is not whole, which no page of the store may fail for', async () => {
  const item = await findBalance(books.bob);
  await putItem({ ...item, balance: 0.5 });

  await expectDifferences([
    'form',
    'account',
    books.bob,
    'record',
    'stored balance is not a whole number',
    text,
  ]);
});
