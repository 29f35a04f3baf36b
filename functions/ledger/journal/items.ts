// How journal entries are stored, and which fields views show unchanged.
import type { Direction } from '../../domain/values/direction.ts';
import type { LedgerLine, LoanEntry } from '../../domain/journal/entry-draft.ts';
import type { JournalEntry, Posting } from '../../domain/journal/journal.ts';
import { toMinorUnits, money, NO_CURRENCY } from '../../domain/values/money.ts';
import type { Money } from '../../domain/values/money.ts';
import { allocation } from './allocation-field.ts';
import { controlDifferences } from './control-differences-field.ts';
import { json, readOptionalText, sortKey, text } from '../store/field-kinds.ts';
import { fields } from '../store/fields.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { readCount, hex, isMap, list, readMinorUnits, readText } from '../store/attributes.ts';
import type { Attributes } from '../store/attributes.ts';

type AmountProperties = 'ledgerLines' | 'postings' | 'loanEntry';

export const journalEntryFields = fields<Omit<JournalEntry, AmountProperties>>()({
  id: sortKey(),
  entryType: text('entry_type'),
  currency: readOptionalText(text('currency')),
  description: readOptionalText(text('description')),
  effectiveDate: text('effective_date'),
  reversesJournalEntryId: readOptionalText(text('reverses', 'reverses_journal_entry_id')),
  replacesJournalEntryId: readOptionalText(text('replaces', 'replaces_journal_entry_id')),
  adjustmentRequestId: readOptionalText(text('adjustment_request_id')),
  adjustsPeriod: readOptionalText(text('adjusts_period')),
  generalLedgerRequestId: readOptionalText(text('general_ledger_request_id')),
  workflowExecutionId: readOptionalText(text('workflow_execution_id')),
  transactionId: readOptionalText(text('transaction_id')),
  controlDifferences: controlDifferences('control_differences'),
  skippedRules: readOptionalText(json('skipped_rules')),
  postedBy: text('posted_by'),
  correlationId: text('correlation_id'),
  postedAt: text('posted_at'),
});

const loanEntryFields = fields<LoanEntry>()({
  loanId: text('loan_id'),
  accountId: text('loan_account_id'),
  type: text('transaction_type'),
  allocation: allocation('allocation'),
});

// Attribute names are short because every line and posting repeats them: a transfer's item stays within
// one kilobyte, the unit in which writes are charged.
export function toJournalItem(
  tenant: string,
  entry: JournalEntry,
  hashes: readonly string[] = [],
): Item {
  return {
    ...journalEntryFields.toItem(keys.journalEntry(tenant, entry.id), entry),
    lines: entry.ledgerLines.map(({ accountCode, side, amount }) => ({
      code: accountCode,
      ...toSide(side, amount),
    })),
    postings: entry.postings.map((posting, index) => ({
      id: posting.entryId,
      account: posting.accountId,
      ...toSide(posting.direction, posting.amount),
      after: toMinorUnits(posting.balanceAfter),
      seq: BigInt(posting.sequence),
      ref: posting.reference,
      hash: hashes[index] && Buffer.from(hashes[index], 'hex'),
    })),
    ...(entry.loanEntry && loanEntryFields.toAttributes(entry.loanEntry)),
  };
}

export function fromJournalItem(item: Item): JournalEntry {
  const entry = journalEntryFields.fromItem(item);
  const { currency = NO_CURRENCY } = entry;
  return {
    ...entry,
    ledgerLines: list(item, 'lines', isMap).map((line) => fromStoredLine(line, currency)),
    postings: list(item, 'postings', isMap).map((posting) => fromStoredPosting(posting, currency)),
    ...(item['loan_id'] !== undefined && { loanEntry: loanEntryFields.fromItem(item) }),
  };
}

/** A journal entry with the hashes that its postings have in the chains of their accounts. */
export interface ChainedEntry {
  readonly entry: JournalEntry;
  /** Hexadecimal, one for each posting; empty if the item was written without hashes. */
  readonly hashes: readonly string[];
}

export function fromChainedItem(item: Item): ChainedEntry {
  return { entry: fromJournalItem(item), hashes: readPostingHashes(item) };
}

/** The hashes of the postings; see ChainedEntry. */
export function readPostingHashes(item: Item): string[] {
  return list(item, 'postings', isMap).flatMap((posting) =>
    posting['hash'] === undefined ? [] : hex(posting, 'hash'),
  );
}

function fromStoredLine(line: Attributes, currency: string): LedgerLine {
  const [side, amount] = fromSide(line, currency);
  return { accountCode: readText(line, 'code'), side, amount };
}

function fromStoredPosting(posting: Attributes, currency: string): Posting {
  const [direction, amount] = fromSide(posting, currency);
  return {
    entryId: readText(posting, 'id'),
    accountId: readText(posting, 'account'),
    direction,
    amount,
    balanceAfter: money(readMinorUnits(posting, 'after'), currency),
    sequence: readCount(posting, 'seq'),
    ...(posting['ref'] !== undefined && { reference: readText(posting, 'ref') }),
  };
}

function toSide(direction: Direction, amount: Money) {
  return direction === 'DEBIT' ? { dr: toMinorUnits(amount) } : { cr: toMinorUnits(amount) };
}

function fromSide(item: Attributes, currency: string): [Direction, Money] {
  return 'dr' in item
    ? ['DEBIT', money(readMinorUnits(item, 'dr'), currency)]
    : ['CREDIT', money(readMinorUnits(item, 'cr'), currency)];
}
