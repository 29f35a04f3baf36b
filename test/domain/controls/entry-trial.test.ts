// Controls that are tried on a stored entry judge it as it was posted, whatever has changed since.
import { expect, test } from '@jest/globals';
import { openAccount } from '../../../functions/domain/accounts/accounts.ts';
import type { AccountState } from '../../../functions/domain/accounts/accounts.ts';
import { tryControlsOnEntries } from '../../../functions/domain/controls/entry-trial.ts';
import type { EntryControlTrial } from '../../../functions/domain/controls/entry-trial.ts';
import type { JournalEntry } from '../../../functions/domain/journal/journal.ts';
import { formatMoney, parseMoney } from '../../../functions/domain/values/money.ts';
import { toJournalEntryView } from '../../../functions/views/journal-entry.ts';

const eur = (amount: string) => parseMoney(amount, 'EUR');
const terms = { customer_id: 'c', product_id: 'p', name: 'n', currency: 'EUR' };

/** A withdrawal of 40.00 from an account that held 100.00, with ledger lines of 1.00. */
const withdrawal: JournalEntry = {
  id: 'jrn_1',
  entryType: 'POSTING',
  ledgerLines: [
    { accountCode: '1', side: 'DEBIT', amount: eur('1.00') },
    { accountCode: '2', side: 'CREDIT', amount: eur('1.00') },
  ],
  postings: [
    {
      accountId: 'acc_1',
      direction: 'DEBIT',
      amount: eur('40.00'),
      entryId: 'ent_1',
      sequence: 7,
      balanceAfter: eur('60.00'),
    },
  ],
  currency: 'EUR',
  effectiveDate: '2026-01-31',
  postedBy: 'ada',
  correlationId: 'flow-1',
  postedAt: '2026-01-31T12:00:00.000Z',
};

/** The account as it is now. */
const now: AccountState = {
  ...openAccount(terms, 'acc_1', new Date('2026-01-01T00:00:00.000Z')).state,
  status: 'FROZEN',
  balance: eur('5.00'),
  sequence: 9,
  version: 11,
};

function judge(when: string, entry = withdrawal): EntryControlTrial | undefined {
  const controls = [{ operation: 'postJournalEntry', when, require: 'APPROVAL' as const }];
  const members = { ...toJournalEntryView(entry) };
  const accounts = new Map([[now.id, now]]);
  return tryControlsOnEntries(controls, [{ entry, members, accounts, products: new Map() }])[0];
}

const isCaught = (when: string, entry?: JournalEntry) => judge(when, entry)?.caught !== undefined;

test.each([
  ['account.status == "ACTIVE"', true],
  ['account.status == "FROZEN"', false],
  ['account.balance == 100.00', true],
  ['account.balance == 5.00', false],
  ['now == timestamp("2026-01-31T12:00:00Z")', true],
  ['amount == 40.00', true],
])('judges %s by the account and the time of the posting: %s', (when, expected) => {
  expect(isCaught(when)).toBe(expected);
});

test('what the account’s version was is not known, so that a condition on it catches', () => {
  expect(judge('account.version > 100')?.caught).toEqual({
    when: 'account.version > 100',
    error: expect.stringMatching(/^line 1, column /),
    position: 0,
  });
});

test('a caller is a service if its id says so', () => {
  const byService = { ...withdrawal, postedBy: 'svc_night-batch' };

  expect(isCaught('actor.kind == "SERVICE"', byService)).toBe(true);
  expect(isCaught('actor.kind == "OPERATOR"', byService)).toBe(false);
  expect(isCaught('actor.kind == "SERVICE"')).toBe(false);
});

test('the steps of a request are divided among its entries and its controls', () => {
  const digits = '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]';
  const when = `${digits}.exists(a, ${digits}.exists(b, ${digits}.exists(c, amount < a - 100)))`;
  const control = { operation: 'postJournalEntry', when, require: 'APPROVAL' as const };
  const members = { ...toJournalEntryView(withdrawal) };
  const accounts = new Map([[now.id, now]]);
  const stored = { entry: withdrawal, members, accounts, products: new Map() };
  const tryOn = (controls: number, entries: number) =>
    tryControlsOnEntries(
      Array.from({ length: controls }, () => control),
      Array.from({ length: entries }, () => stored),
    )[0]?.caught;

  const tooMany = { error: expect.stringContaining('takes more than 1000 steps') };
  expect(tryOn(1, 1)).toBeUndefined();
  expect(tryOn(20, 100)).toMatchObject(tooMany);
  expect(tryOn(2, 1_000)).toMatchObject(tooMany);
});

test('shows the amount by which it has judged, the larger one of lines and postings', () => {
  const trial = judge('amount == 40.00');

  expect(trial && formatMoney(trial.amount)).toBe('40.00');
});
