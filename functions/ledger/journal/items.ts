// Domain nouns to DynamoDB items and back. Amounts are whole minor units.
import type { Account, AccountState, AccountTerms } from '../../domain/accounts/accounts.ts';
import type { LedgerLine } from '../../domain/journal/entry-draft.ts';
import type { Direction } from '../../domain/values/direction.ts';
import type { EntryType, JournalEntry, Posting } from '../../domain/journal/journal.ts';
import { postingKey } from '../../domain/journal/journal.ts';
import { currencyOf, minorOf, money, NO_CURRENCY } from '../../domain/values/money.ts';
import type { Money } from '../../domain/values/money.ts';
import type { AccountStatus } from '../../domain/accounts/transitions.ts';
import { entryLinks, lendingMembers, lendingOf, linkMembers } from './entry-links.ts';
import { keys } from '../store/keys.ts';
import type { Key } from '../store/keys.ts';
import { count, minor, optional, text } from '../store/stored.ts';

export type Item = Key & Record<string, unknown>;

export function accountItem(tenant: string, { terms }: Account): Item {
  return {
    ...keys.account(tenant, terms.id),
    customer_id: terms.customerId,
    product_id: terms.productId,
    name: terms.name,
    currency: terms.currency,
    created_at: terms.createdAt,
  };
}

export function accountTerms(item: Record<string, unknown>, id: string): AccountTerms {
  return {
    id,
    customerId: text(item, 'customer_id'),
    productId: text(item, 'product_id'),
    name: text(item, 'name'),
    currency: text(item, 'currency'),
    createdAt: text(item, 'created_at'),
  };
}

export function balanceItem(tenant: string, state: AccountState): Item {
  return {
    ...keys.balance(tenant, state.id),
    account_id: state.id,
    product_id: state.productId,
    currency: currencyOf(state.balance),
    status: state.status,
    balance: minorOf(state.balance),
    sequence: BigInt(state.sequence),
    version: BigInt(state.version),
    head: Buffer.from(state.head, 'hex'),
    updated_at: state.updatedAt,
    posted_at: state.postedAt,
    frozen_at: state.frozenAt,
    closed_at: state.closedAt,
  };
}

export function accountState(item: Record<string, unknown>): AccountState {
  return {
    id: text(item, 'account_id'),
    productId: text(item, 'product_id'),
    status: text(item, 'status') as AccountStatus,
    balance: money(minor(item, 'balance'), text(item, 'currency')),
    sequence: count(item, 'sequence'),
    version: count(item, 'version'),
    head: Buffer.from(item['head'] as Uint8Array).toString('hex'),
    updatedAt: text(item, 'updated_at'),
    ...optional(item, 'posted_at', 'postedAt'),
    ...optional(item, 'frozen_at', 'frozenAt'),
    ...optional(item, 'closed_at', 'closedAt'),
  };
}

/** One entry of an account's statement, with the hash that chains it. */
export interface AccountEntry {
  readonly id: string;
  readonly accountId: string;
  readonly journalEntryId: string;
  readonly transactionId?: string;
  readonly postingKey: string;
  readonly entryType: EntryType;
  readonly direction: Direction;
  readonly amount: Money;
  readonly balanceAfter: Money;
  readonly reference?: string;
  readonly sequence: number;
  readonly postedAt: string;
  readonly hash: string;
}

/** A posting in its place: the journal entry, the position in it from 1, and the chained hash. */
export interface PlacedPosting {
  readonly entry: JournalEntry;
  readonly posting: Posting;
  readonly position: number;
  readonly hash: string;
}

export function entryItem(tenant: string, placed: PlacedPosting): Item {
  const { entry, posting, position, hash } = placed;
  return {
    ...keys.entry(tenant, posting.accountId, entry.postedAt, posting.sequence),
    id: posting.entryId,
    account_id: posting.accountId,
    journal_entry_id: entry.id,
    transaction_id: entry.transactionId,
    position: BigInt(position),
    entry_type: entry.entryType,
    direction: posting.direction,
    amount: minorOf(posting.amount),
    currency: currencyOf(posting.amount),
    balance_after: minorOf(posting.balanceAfter),
    reference: posting.reference,
    sequence: BigInt(posting.sequence),
    posted_at: entry.postedAt,
    hash: Buffer.from(hash, 'hex'),
  };
}

export function accountEntry(item: Item): AccountEntry {
  const currency = text(item, 'currency');
  const journalEntryId = text(item, 'journal_entry_id');
  return {
    id: text(item, 'id'),
    accountId: text(item, 'account_id'),
    journalEntryId,
    ...optional(item, 'transaction_id', 'transactionId'),
    postingKey: postingKey(journalEntryId, count(item, 'position')),
    entryType: text(item, 'entry_type') as EntryType,
    direction: text(item, 'direction') as Direction,
    amount: money(minor(item, 'amount'), currency),
    balanceAfter: money(minor(item, 'balance_after'), currency),
    ...optional(item, 'reference', 'reference'),
    sequence: count(item, 'sequence'),
    postedAt: text(item, 'posted_at'),
    hash: Buffer.from(item['hash'] as Uint8Array).toString('hex'),
  };
}

// Member names are short because a line and a posting repeat them: a transfer's record stays
// within one kilobyte, the unit in which writes are charged.
export function journalItem(
  tenant: string,
  entry: JournalEntry,
  hashes: readonly string[] = [],
): Item {
  return {
    ...keys.journalEntry(tenant, entry.id),
    entry_type: entry.entryType,
    lines: entry.ledgerLines.map(({ accountCode, side, amount }) => ({
      code: accountCode,
      [side === 'DEBIT' ? 'dr' : 'cr']: minorOf(amount),
    })),
    postings: entry.postings.map((posting, index) => ({
      id: posting.entryId,
      account: posting.accountId,
      [posting.direction === 'DEBIT' ? 'dr' : 'cr']: minorOf(posting.amount),
      after: minorOf(posting.balanceAfter),
      seq: BigInt(posting.sequence),
      ref: posting.reference,
      hash: hashes[index] && Buffer.from(hashes[index], 'hex'),
    })),
    currency: entry.currency,
    description: entry.description,
    effective_date: entry.effectiveDate,
    ...linkMembers(entry),
    ...lendingMembers(entry),
    transaction_id: entry.transactionId,
    posted_by: entry.postedBy,
    correlation_id: entry.correlationId,
    posted_at: entry.postedAt,
  };
}

export function journalEntry(item: Item): JournalEntry {
  const currency = (item['currency'] as string | undefined) ?? NO_CURRENCY;
  return {
    id: item.SK,
    entryType: text(item, 'entry_type') as EntryType,
    ledgerLines: (item['lines'] as Sided[]).map((line) => ledgerLine(line, currency)),
    postings: (item['postings'] as Sided[]).map((posting) => postingOf(posting, currency)),
    ...optional(item, 'currency', 'currency'),
    ...optional(item, 'description', 'description'),
    effectiveDate: text(item, 'effective_date'),
    ...entryLinks(item),
    ...lendingOf(item, currency),
    ...optional(item, 'transaction_id', 'transactionId'),
    postedBy: text(item, 'posted_by'),
    correlationId: text(item, 'correlation_id'),
    postedAt: text(item, 'posted_at'),
  };
}

/** A journal entry with the hashes that its postings have in the chains of their accounts. */
export interface ChainedEntry {
  readonly entry: JournalEntry;
  /** Hexadecimal, one for each posting; none where the record was written without them. */
  readonly hashes: readonly string[];
}

export function chainedEntry(item: Item): ChainedEntry {
  const hashes = (item['postings'] as Sided[]).flatMap(({ hash }) =>
    hash instanceof Uint8Array ? Buffer.from(hash).toString('hex') : [],
  );
  return { entry: journalEntry(item), hashes };
}

type Sided = Record<string, unknown>;

function ledgerLine(line: Sided, currency: string): LedgerLine {
  return { accountCode: text(line, 'code'), ...sided(line, currency, 'side') };
}

function postingOf(posting: Sided, currency: string): Posting {
  return {
    entryId: text(posting, 'id'),
    accountId: text(posting, 'account'),
    ...sided(posting, currency, 'direction'),
    balanceAfter: money(minor(posting, 'after'), currency),
    sequence: count(posting, 'seq'),
    ...optional(posting, 'ref', 'reference'),
  };
}

function sided<Name extends 'side' | 'direction'>(item: Sided, currency: string, name: Name) {
  const direction: Direction = 'dr' in item ? 'DEBIT' : 'CREDIT';
  const amount = money(minor(item, direction === 'DEBIT' ? 'dr' : 'cr'), currency);
  return { [name]: direction, amount } as Record<Name, Direction> & { amount: Money };
}
