// Domain nouns to DynamoDB items and back. Amounts are whole minor units.
import type { Account, AccountState, AccountTerms } from '../../domain/accounts/accounts.ts';
import type { LedgerLine } from '../../domain/journal/entry-draft.ts';
import type { Direction } from '../../domain/values/direction.ts';
import type { EntryType, JournalEntry, Posting } from '../../domain/journal/journal.ts';
import { buildPostingKey } from '../../domain/journal/journal.ts';
import { readCurrency, toMinorUnits, money, NO_CURRENCY } from '../../domain/values/money.ts';
import type { Money } from '../../domain/values/money.ts';
import type { AccountStatus } from '../../domain/accounts/transitions.ts';
import {
  fromLinkMembers,
  toLoanEntryMembers,
  fromLoanEntryMembers,
  toLinkMembers,
} from './entry-links.ts';
import { keys } from '../store/keys.ts';
import type { Key } from '../store/keys.ts';
import { readCount, readMinorUnits, readOptionalText, readText } from '../store/attributes.ts';

export type Item = Key & Record<string, unknown>;

export function toAccountItem(tenant: string, { terms }: Account): Item {
  return {
    ...keys.account(tenant, terms.id),
    customer_id: terms.customerId,
    product_id: terms.productId,
    name: terms.name,
    currency: terms.currency,
    created_at: terms.createdAt,
  };
}

export function fromAccountItem(item: Record<string, unknown>, id: string): AccountTerms {
  return {
    id,
    customerId: readText(item, 'customer_id'),
    productId: readText(item, 'product_id'),
    name: readText(item, 'name'),
    currency: readText(item, 'currency'),
    createdAt: readText(item, 'created_at'),
  };
}

export function toBalanceItem(tenant: string, state: AccountState): Item {
  return {
    ...keys.balance(tenant, state.id),
    account_id: state.id,
    product_id: state.productId,
    currency: readCurrency(state.balance),
    status: state.status,
    balance: toMinorUnits(state.balance),
    sequence: BigInt(state.sequence),
    version: BigInt(state.version),
    head: Buffer.from(state.head, 'hex'),
    updated_at: state.updatedAt,
    posted_at: state.postedAt,
    frozen_at: state.frozenAt,
    closed_at: state.closedAt,
  };
}

export function fromBalanceItem(item: Record<string, unknown>): AccountState {
  return {
    id: readText(item, 'account_id'),
    productId: readText(item, 'product_id'),
    status: readText(item, 'status') as AccountStatus,
    balance: money(readMinorUnits(item, 'balance'), readText(item, 'currency')),
    sequence: readCount(item, 'sequence'),
    version: readCount(item, 'version'),
    head: Buffer.from(item['head'] as Uint8Array).toString('hex'),
    updatedAt: readText(item, 'updated_at'),
    ...readOptionalText(item, 'posted_at', 'postedAt'),
    ...readOptionalText(item, 'frozen_at', 'frozenAt'),
    ...readOptionalText(item, 'closed_at', 'closedAt'),
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
export interface PositionedPosting {
  readonly entry: JournalEntry;
  readonly posting: Posting;
  readonly position: number;
  readonly hash: string;
}

export function toEntryItem(tenant: string, placed: PositionedPosting): Item {
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
    amount: toMinorUnits(posting.amount),
    currency: readCurrency(posting.amount),
    balance_after: toMinorUnits(posting.balanceAfter),
    reference: posting.reference,
    sequence: BigInt(posting.sequence),
    posted_at: entry.postedAt,
    hash: Buffer.from(hash, 'hex'),
  };
}

export function fromEntryItem(item: Item): AccountEntry {
  const currency = readText(item, 'currency');
  const journalEntryId = readText(item, 'journal_entry_id');
  return {
    id: readText(item, 'id'),
    accountId: readText(item, 'account_id'),
    journalEntryId,
    ...readOptionalText(item, 'transaction_id', 'transactionId'),
    postingKey: buildPostingKey(journalEntryId, readCount(item, 'position')),
    entryType: readText(item, 'entry_type') as EntryType,
    direction: readText(item, 'direction') as Direction,
    amount: money(readMinorUnits(item, 'amount'), currency),
    balanceAfter: money(readMinorUnits(item, 'balance_after'), currency),
    ...readOptionalText(item, 'reference', 'reference'),
    sequence: readCount(item, 'sequence'),
    postedAt: readText(item, 'posted_at'),
    hash: Buffer.from(item['hash'] as Uint8Array).toString('hex'),
  };
}

// Member names are short because a line and a posting repeat them: a transfer's record stays
// within one kilobyte, the unit in which writes are charged.
export function toJournalItem(
  tenant: string,
  entry: JournalEntry,
  hashes: readonly string[] = [],
): Item {
  return {
    ...keys.journalEntry(tenant, entry.id),
    entry_type: entry.entryType,
    lines: entry.ledgerLines.map(({ accountCode, side, amount }) => ({
      code: accountCode,
      [side === 'DEBIT' ? 'dr' : 'cr']: toMinorUnits(amount),
    })),
    postings: entry.postings.map((posting, index) => ({
      id: posting.entryId,
      account: posting.accountId,
      [posting.direction === 'DEBIT' ? 'dr' : 'cr']: toMinorUnits(posting.amount),
      after: toMinorUnits(posting.balanceAfter),
      seq: BigInt(posting.sequence),
      ref: posting.reference,
      hash: hashes[index] && Buffer.from(hashes[index], 'hex'),
    })),
    currency: entry.currency,
    description: entry.description,
    effective_date: entry.effectiveDate,
    ...toLinkMembers(entry),
    ...toLoanEntryMembers(entry),
    transaction_id: entry.transactionId,
    posted_by: entry.postedBy,
    correlation_id: entry.correlationId,
    posted_at: entry.postedAt,
  };
}

export function fromJournalItem(item: Item): JournalEntry {
  const currency = (item['currency'] as string | undefined) ?? NO_CURRENCY;
  return {
    id: item.SK,
    entryType: readText(item, 'entry_type') as EntryType,
    ledgerLines: (item['lines'] as StoredLine[]).map((line) => fromStoredLine(line, currency)),
    postings: (item['postings'] as StoredLine[]).map((posting) =>
      fromStoredPosting(posting, currency),
    ),
    ...readOptionalText(item, 'currency', 'currency'),
    ...readOptionalText(item, 'description', 'description'),
    effectiveDate: readText(item, 'effective_date'),
    ...fromLinkMembers(item),
    ...fromLoanEntryMembers(item, currency),
    ...readOptionalText(item, 'transaction_id', 'transactionId'),
    postedBy: readText(item, 'posted_by'),
    correlationId: readText(item, 'correlation_id'),
    postedAt: readText(item, 'posted_at'),
  };
}

/** A journal entry with the hashes that its postings have in the chains of their accounts. */
export interface ChainedEntry {
  readonly entry: JournalEntry;
  /** Hexadecimal, one for each posting; none where the record was written without them. */
  readonly hashes: readonly string[];
}

export function fromChainedItem(item: Item): ChainedEntry {
  const hashes = (item['postings'] as StoredLine[]).flatMap(({ hash }) =>
    hash instanceof Uint8Array ? Buffer.from(hash).toString('hex') : [],
  );
  return { entry: fromJournalItem(item), hashes };
}

type StoredLine = Record<string, unknown>;

function fromStoredLine(line: StoredLine, currency: string): LedgerLine {
  return { accountCode: readText(line, 'code'), ...readSide(line, currency, 'side') };
}

function fromStoredPosting(posting: StoredLine, currency: string): Posting {
  return {
    entryId: readText(posting, 'id'),
    accountId: readText(posting, 'account'),
    ...readSide(posting, currency, 'direction'),
    balanceAfter: money(readMinorUnits(posting, 'after'), currency),
    sequence: readCount(posting, 'seq'),
    ...readOptionalText(posting, 'ref', 'reference'),
  };
}

function readSide<Name extends 'side' | 'direction'>(
  item: StoredLine,
  currency: string,
  name: Name,
) {
  const direction: Direction = 'dr' in item ? 'DEBIT' : 'CREDIT';
  const amount = money(readMinorUnits(item, direction === 'DEBIT' ? 'dr' : 'cr'), currency);
  return { [name]: direction, amount } as Record<Name, Direction> & { amount: Money };
}
