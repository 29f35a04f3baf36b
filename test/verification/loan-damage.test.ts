// Every kind of damage to loans and their transactions is reported at the damaged record and nowhere else.
import { beforeEach, expect, test } from '@jest/globals';
import type { Item } from '../../functions/ledger/store/item.ts';
import { keys } from '../../functions/ledger/store/keys.ts';
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
import { agreeLoan, disbursement, interest, repayment } from '../support/fixtures/loans.ts';

useCorruptibleLedger();

const text = expect.any(String);

/** 1,000.00 agreed, 600.00 paid out, 5.00 of interest, 100.00 repaid. */
let loan: string;
let posted: readonly string[];
beforeEach(async () => {
  const { tenant } = books;
  const agreed = await agreeLoan(readLedger(), { tenant });
  const ids: string[] = [];
  for (const body of [
    disbursement('600.00'),
    interest('5.00'),
    repayment('100.00', { principal: '100.00' }),
  ]) {
    const path = { loanId: agreed.id };
    const answer = await readLedger().call('postLoanTransaction', { tenant, path, body });
    ids.push(answer.body.id);
  }
  loan = agreed.id;
  posted = ids;
});

const toLoanItem = () => requireRecord('LON', ({ SK }) => SK === loan);
const toTransactionItem = (index: number) => requireRecord('LTX', ({ SK }) => SK === posted[index]);
const entryIdOf = (index: number) => posted[index]?.replace('txn', 'jrn') ?? '';

test('sound loans have no differences', async () => {
  await expectDifferences();
});

test.each([
  ['version', 5n, 'version', '4'],
  ['disbursed', 70_000n, 'disbursed', '600.00'],
  ['disbursed', 0n, 'disbursed', '600.00'],
])('a changed %s of a loan: %s', async (member, value, field, derived) => {
  await putItem({ ...(await toLoanItem()), [member]: value });

  await expectDifferences(['loans', 'loan', loan, field, text, derived]);
});

test('a loan with the status SETTLED that still has amounts outstanding', async () => {
  const item = await toLoanItem();
  await putItem({ ...item, status: 'SETTLED' });

  await expectDifferences(
    ['loans', 'loan', loan, 'status', 'SETTLED', 'ACTIVE'],
    ['open-loans', 'account', item['account_id'], 'open_loans', '1', '0'],
  );
});

test.each([0n, 2n, 10n ** 30n])(
  'an account with a stored count of %s open loans',
  async (loans) => {
    const count = await requireRecord('OPL', () => true);
    await putItem({ ...count, loans });

    await expectDifferences([
      'open-loans',
      'account',
      count['account_id'],
      'open_loans',
      String(Number(loans)),
      '1',
    ]);
  },
);

test('an account whose loans are not counted', async () => {
  const count = await requireRecord('OPL', () => true);
  await removeItem(count);

  await expectDifferences(['open-loans', 'account', count['account_id'], 'open_loans', '0', '1']);
});

test.each(['principal', 'interest', 'fees'])('a changed outstanding %s', async (part) => {
  const item = await toLoanItem();
  await putItem({ ...item, outstanding: { ...(item['outstanding'] as object), [part]: 1n } });

  await expectDifferences(['loans', 'loan', loan, `${part}_outstanding`, '0.01', text]);
});

test.each(['2020-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'])(
  'a loan with the updated_at %s',
  async (time) => {
    const item = await toLoanItem();
    await putItem({ ...item, updated_at: time });

    await expectDifferences(['loans', 'loan', loan, 'updated_at', time, item['updated_at']]);
  },
);

test('a changed allocation of a transaction', async () => {
  const item = await toTransactionItem(2);
  await putItem({ ...item, allocation: { principal: 9_000n, interest: 0n, fees: 0n } });

  await expectDifferences(
    ['loans', 'transaction', item.SK, 'amount', '100.00', '90.00'],
    ['loans', 'loan', loan, 'principal_outstanding', '500.00', '510.00'],
    ['transactions', 'transaction', item.SK, 'allocation', text, text],
  );
});

test.each([
  ['type', 'FEE'],
  ['posted_by', 'eve'],
  ['correlation_id', 'another'],
  ['replaces_transaction_id', 'txn_x'],
])('a changed %s of a transaction', async (field, value) => {
  const item = await toTransactionItem(1);
  await putItem({ ...item, [field]: value });

  await expectDifferences([
    'transactions',
    'transaction',
    item.SK,
    field,
    value,
    item[field] ?? 'nothing',
  ]);
});

test('a transaction that names another as reversed by it', async () => {
  const item = await toTransactionItem(1);
  await putItem({ ...item, reverses_transaction_id: 'txn_x' });

  await expectDifferences(
    ['loans', 'loan', loan, 'interest_outstanding', '5.00', '-5.00'],
    ['transactions', 'transaction', item.SK, 'reverses_transaction_id', 'txn_x', 'nothing'],
  );
});

test('a posted_at before that of an earlier transaction, and a wrong updated_at of the loan', async () => {
  const first = await toTransactionItem(0);
  const last = await toTransactionItem(2);
  await putItem({ ...last, posted_at: first['posted_at'] });

  await expectDifferences(
    ['loans', 'transaction', last.SK, 'posted_at', first['posted_at'], text],
    ['loans', 'loan', loan, 'updated_at', last['posted_at'], text],
    ['transactions', 'transaction', last.SK, 'posted_at', first['posted_at'], last['posted_at']],
  );
});

test('a transaction in another currency', async () => {
  const item = await toTransactionItem(1);
  await putItem({ ...item, currency: 'USD' });

  await expectDifferences(
    ['loans', 'transaction', item.SK, 'currency', 'USD', 'EUR'],
    ['transactions', 'transaction', item.SK, 'currency', 'USD', 'EUR'],
  );
});

test('a deleted transaction', async () => {
  const item = await toTransactionItem(1);
  await removeItem(item);

  await expectDifferences(
    ['loans', 'loan', loan, 'interest_outstanding', '5.00', '0.00'],
    ['loans', 'loan', loan, 'version', '4', '3'],
    ['transactions', 'journal_entry', entryIdOf(1), 'transaction_id', item.SK, text],
  );
});

test('amounts that exceed the limits of the loan in between but add up in the end', async () => {
  const [paidOut, , repaid] = [await toTransactionItem(0), undefined, await toTransactionItem(2)];
  // With the repayment first, everything else still adds up.
  const swapped = async (item: Item, other: Item) => {
    const { SK, posted_at } = other;
    await putItem({ ...item, SK, posted_at });
  };
  await swapped(paidOut, repaid);
  await swapped(repaid, paidOut);

  await expectDifferences(
    ['loans', 'transaction', paidOut.SK, 'principal_outstanding', '-100.00', 'not below 0.00'],
    ...[paidOut.SK, repaid.SK].flatMap((id) =>
      ['type', 'amount', 'allocation', 'journal_entry_id', 'correlation_id'].map((field) => {
        return ['transactions', 'transaction', id, field, text, text];
      }),
    ),
  );
});

test('amounts beyond the principal of the loan', async () => {
  await putItem({ ...(await toLoanItem()), principal: 59_999n });

  await expectDifferences([
    'loans',
    'transaction',
    posted[0],
    'disbursed',
    '600.00',
    'not above 599.99',
  ]);
});

test('a transaction that cannot be read, without which the amounts of the loan cannot be derived', async () => {
  const { amount: _, ...item } = await toTransactionItem(1);
  await putItem(item as Item);

  await expectDifferences(
    ['form', 'transaction', item.SK, 'record', text, text],
    ['loans', 'loan', loan, 'version', '4', '3'],
    ['transactions', 'journal_entry', entryIdOf(1), 'transaction_id', item.SK, text],
  );
});

test('a transaction of a loan that does not exist', async () => {
  const item = await toTransactionItem(1);
  const elsewhere = `loan_${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`;
  const { PK } = keys.transaction(books.tenant, elsewhere, item.SK);
  await putItem({ ...item, PK });
  await removeItem(item);

  await expectDifferences(
    ['loans', 'loan', loan, 'interest_outstanding', '5.00', '0.00'],
    ['loans', 'loan', loan, 'version', '4', '3'],
    ['loans', 'transaction', item.SK, 'loan_id', elsewhere, 'a loan that exists'],
  );
});

test('a deleted loan', async () => {
  const item = await toLoanItem();
  await removeItem(item);

  await expectDifferences(
    ['open-loans', 'account', item['account_id'], 'open_loans', '1', '0'],
    ...posted.map((id) => ['loans', 'transaction', id, 'loan_id', loan, 'a loan that exists']),
  );
});

test('a journal entry that no longer names its transaction', async () => {
  const entry = await findJournalEntry(entryIdOf(1));
  const { loan_id: _loan, transaction_id: _transaction, ...others } = entry;
  await putItem(others as Item);

  await expectDifferences([
    'transactions',
    'transaction',
    posted[1],
    'journal_entry_id',
    entry.SK,
    text,
  ]);
});
