// Posting: entries one after the other on the accounts as they stand.
import { amountOf, minorOf } from './histories/amounts.ts';
import { known, refuseWhen } from './refused.ts';
import { fresh, notBefore } from './rule.ts';
import { canonical, put } from './histories/world.ts';
import type {
  Account,
  Asked,
  Body,
  Books,
  JournalEntry,
  Line,
  Posting,
} from './histories/world.ts';

export interface Draft {
  readonly type: string;
  readonly lines: readonly Line[];
  readonly postings: readonly Posting[];
  readonly currency?: string;
  readonly description?: string;
  /** What it says of other records. */
  readonly links?: Body;
  readonly isOfLoan?: boolean;
}

interface Facts {
  readonly id?: string;
  readonly posted_at?: string;
  readonly ledger_lines?: readonly Line[];
  readonly account_postings?: readonly { readonly entry_id?: string }[];
}

export interface PostingOf {
  readonly asked: Asked;
  /** The entries as the product tells of them. */
  readonly facts: readonly Facts[];
  /** Funds must suffice at the end only. */
  readonly isNet?: boolean;
  /** What is posted together is posted at one time, which is later than this. */
  readonly after?: string;
}

const DIGITS_MAX = 10n ** 38n;

/** The books with the entries, and the entries as the API says them; or a no. */
export function postAll(books: Books, drafts: readonly Draft[], posting: PostingOf) {
  for (const { account_id: id } of drafts.flatMap(({ postings }) => postings)) {
    known(books.accounts, id, 'account_not_found');
  }
  let after = books;
  const bodies: Body[] = [];
  drafts.forEach((draft, at) => {
    const posted = postOne(after, draft, { ...posting, facts: posting.facts[at] ?? {} });
    after = posted.books;
    bodies.push(posted.body);
  });
  for (const [id, account] of after.accounts) {
    const before = books.accounts.get(id)?.balance ?? 0n;
    refuseWhen(account.balance < 0n && account.balance < before, 'insufficient_funds');
  }
  return { books: after, bodies };
}

type One = Omit<PostingOf, 'facts'> & { readonly facts: Facts };

function postOne(books: Books, draft: Draft, posting: One): { books: Books; body: Body } {
  const { asked, facts } = posting;
  const id = fresh(facts.id, 'jrn', books.journal);
  const times = draft.postings.map((one) => books.accounts.get(one.account_id)?.changedAt ?? '');
  const postedAt = laterThan(posting.after, notBefore(facts.posted_at, times.sort().at(-1) ?? ''));
  const transaction = draft.isOfLoan === true && { transaction_id: id.replace('jrn_', 'txn_') };
  const { accounts, postings } = postOnAccounts(books, draft, { posting, id, postedAt });
  const body = {
    id,
    entry_type: draft.type,
    ledger_lines: inOrderOf(facts.ledger_lines, draft.lines),
    account_postings: postings,
    ...(draft.currency !== undefined && { currency: draft.currency }),
    ...(draft.description !== undefined && { description: draft.description }),
    effective_date: postedAt.slice(0, 10),
    ...draft.links,
    ...transaction,
    posted_by: asked.subject,
    correlation_id: asked.correlationId,
    posted_at: postedAt,
  };
  const entry: JournalEntry = {
    id,
    type: draft.type,
    lines: draft.lines,
    postings: draft.postings,
    ...(transaction && { transactionId: transaction.transaction_id }),
    body,
  };
  return { books: { ...books, accounts, journal: put(books.journal, id, entry) }, body };
}

function laterThan(time: string | undefined, postedAt: string): string {
  return time === undefined || postedAt > time ? postedAt : `later than ${time}`;
}

// The lines of an entry have no order of their own.
function inOrderOf(told: readonly Line[] | undefined, lines: readonly Line[]): readonly Line[] {
  const sorted = (all: readonly Line[]) => all.map(canonical).sort().join();
  return told && sorted(told) === sorted(lines) ? told : lines;
}

interface Place {
  readonly posting: One;
  readonly id: string;
  readonly postedAt: string;
}

function postOnAccounts(books: Books, draft: Draft, { posting, id, postedAt }: Place) {
  let accounts = books.accounts;
  const postings = draft.postings.map((one, at): Body => {
    const before = known(accounts, one.account_id, 'account_not_found');
    const balance = balanceAfter(before, one, draft.type, posting.isNet === true);
    const entry_id = fresh(posting.facts.account_postings?.[at]?.entry_id, 'ent', new Map());
    const posted = { ...one, posting_key: `${id}#${at + 1}`, balance_after: amountOf(balance) };
    const entry = {
      ...posted,
      id: entry_id,
      journal_entry_id: id,
      ...(draft.isOfLoan === true && { transaction_id: id.replace('jrn_', 'txn_') }),
      entry_type: draft.type,
      posted_at: postedAt,
    };
    accounts = put(accounts, before.id, {
      ...before,
      balance,
      version: before.version + 1,
      changedAt: postedAt,
      isExact: true,
      entries: [...before.entries, entry],
    });
    return { entry_id, ...posted };
  });
  return { accounts, postings };
}

function balanceAfter(
  { currency, status, balance, entries }: Account,
  posting: Posting,
  type: string,
  isNet: boolean,
): bigint {
  refuseWhen(posting.currency !== currency, 'currency_mismatch');
  refuseWhen(status !== 'ACTIVE', 'account_not_active');
  refuseWhen(type === 'OPENING_BALANCE' && entries.length > 0, 'opening_balance_not_first');
  const isCredit = posting.direction === 'CREDIT';
  const after = balance + (isCredit ? minorOf(posting.amount) : -minorOf(posting.amount));
  refuseWhen(after >= DIGITS_MAX || after <= -DIGITS_MAX, 'balance_out_of_range');
  refuseWhen(!isNet && !isCredit && after < 0n, 'insufficient_funds');
  return after;
}
