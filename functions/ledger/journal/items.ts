// Journal entries to DynamoDB items and back. Amounts are whole minor units.
import type { Direction, LedgerLine } from '../../domain/journal/entry-draft.ts';
import type { EntryType, JournalEntry, Posting } from '../../domain/journal/journal.ts';
import { minorOf, money, NO_CURRENCY } from '../../domain/values/money.ts';
import type { Money } from '../../domain/values/money.ts';
import { entryLinks, lendingMembers, lendingOf, linkMembers } from './entry-links.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { count, minor, optional, text } from '../store/stored.ts';

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
