// What a journal entry moves in all, as controls and the list of requests see it. Lines and postings need not
// move the same sum, so that the larger one counts.
import type { JournalEntry } from '../journal/journal.ts';
import { NO_CURRENCY, order, parseMoney, sumMoney } from '../values/money.ts';
import type { Money } from '../values/money.ts';

type StoredEntryMembers = Readonly<Record<string, unknown>>;

/** Measures an entry with the contract's member names: of an event, or as a valid request. */
export function measureStoredEntry(entry: StoredEntryMembers): Money {
  const lines = list(entry['ledger_lines']);
  const postings = list(entry['account_postings'] ?? []);
  const currency = text(entry['currency'] ?? postings[0]?.['currency'] ?? NO_CURRENCY);
  const parse = (amount: unknown) =>
    amount === undefined ? [] : parseMoney(text(amount), currency);
  const moved = (direction: string) =>
    postings
      .filter((posting) => posting['direction'] === direction)
      .flatMap(({ amount }) => parse(amount));
  const debits = lines.flatMap((line) => parse(line['debit_amount']));
  return findLargestSum([debits, moved('DEBIT'), moved('CREDIT')], currency);
}

/** Measures a posted entry. */
export function measureEntry({
  ledgerLines,
  postings,
  currency = NO_CURRENCY,
}: Pick<JournalEntry, 'ledgerLines' | 'postings' | 'currency'>): Money {
  const amountsOf = (moves: readonly { readonly amount: Money }[]) =>
    moves.map(({ amount }) => amount);
  const debits = ledgerLines.filter(({ side }) => side === 'DEBIT');
  const moved = Map.groupBy(postings, ({ direction }) => direction);
  const sides = [debits, moved.get('DEBIT') ?? [], moved.get('CREDIT') ?? []].map(amountsOf);
  return findLargestSum(sides, currency);
}

function findLargestSum(sides: readonly (readonly Money[])[], currency: string): Money {
  const sums = sides.map((amounts) => sumMoney(amounts, currency));
  return sums.reduce((most, other) => (order(most, other) < 0 ? other : most));
}

function list(value: unknown): StoredEntryMembers[] {
  if (!Array.isArray(value)) throw new TypeError('an entry lacks a list');
  return value as StoredEntryMembers[];
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('an entry lacks a text');
  return value;
}
