// Journal entries: what makes one well formed and what it does to the accounts
// (docs/contract.md, Journal entries).
import { minorOf, sumOf } from './histories/amounts.ts';
import { postAll } from './posting.ts';
import { known, refuseWhen } from './refused.ts';
import type { Rule } from './rule.ts';
import type { Body, JournalEntry, Line, Posting } from './histories/world.ts';

export interface NewEntry {
  readonly ledger_lines: readonly Line[];
  readonly account_postings?: readonly Posting[];
  readonly description?: string;
  readonly entry_type?: 'POSTING' | 'OPENING_BALANCE';
}

/** Says no to an entry that is wrong in itself. */
export function checkEntry({ ledger_lines: lines, account_postings: postings = [] }: NewEntry) {
  refuseWhen(new Set(postings.map(({ currency }) => currency)).size > 1, 'mixed_currencies');
  const debits = lines.map(({ debit_amount: amount = '0.00' }) => minorOf(amount));
  const credits = lines.map(({ credit_amount: amount = '0.00' }) => minorOf(amount));
  const isOneSided = lines.every((_, at) => (debits[at] === 0n) !== (credits[at] === 0n));
  refuseWhen(!isOneSided, 'invalid_ledger_line');
  refuseWhen(sumOf(debits) !== sumOf(credits), 'unbalanced');
  refuseWhen(
    postings.some(({ amount }) => minorOf(amount) === 0n),
    'invalid_amount',
  );
}

/** The lines without amounts of zero. */
function linesOf(lines: readonly Line[]): Line[] {
  return lines.map(({ account_code, debit_amount, credit_amount }) =>
    debit_amount !== undefined && minorOf(debit_amount) > 0n
      ? { account_code, debit_amount }
      : { account_code, ...(credit_amount !== undefined && { credit_amount }) },
  );
}

/** What is posted of an entry that was asked for. */
export function draftOf({ ledger_lines: lines, account_postings: postings = [] }: NewEntry) {
  const [first] = postings;
  return {
    lines: linesOf(lines),
    postings,
    ...(first && { currency: first.currency }),
  };
}

function drafts(entries: readonly NewEntry[]) {
  return entries.map((entry) => ({
    ...draftOf(entry),
    type: entry.entry_type ?? 'POSTING',
    ...(entry.description !== undefined && { description: entry.description }),
  }));
}

const postJournalEntry: Rule = {
  status: 201,
  check: (body) => checkEntry(body as unknown as NewEntry),
  carryOut: (books, asked, { answer }) => {
    const given = drafts([asked.body as NewEntry]);
    const { bodies, books: after } = postAll(books, given, { asked, facts: [answer.body as Body] });
    return { body: bodies[0], books: after };
  },
};

const entriesOf = (body: unknown) => (body as { entries: readonly NewEntry[] }).entries;

const postJournalEntries: Rule = {
  status: 201,
  check: (body) => entriesOf(body).forEach(checkEntry),
  carryOut: (books, asked, { answer }) => {
    const { items: facts = [] } = answer.body as { items?: readonly Body[] };
    const given = drafts(entriesOf(asked.body));
    const { bodies, books: after } = postAll(books, given, { asked, facts });
    return { body: { items: bodies }, books: after };
  },
};

const getJournalEntry: Rule = {
  status: 200,
  carryOut: (books, { path }) => {
    const entry = known(books.journal, path['journalEntryId'], 'journal_entry_not_found');
    return { body: markedBody(entry), books };
  },
};

/** The entry with what has reversed it. */
export function markedBody({ body, reversedBy }: JournalEntry): Body {
  return { ...body, ...(reversedBy !== undefined && { reversed_by: reversedBy }) };
}

export const journalRules = { postJournalEntry, postJournalEntries, getJournalEntry };
