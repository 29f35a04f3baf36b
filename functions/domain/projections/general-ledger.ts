// general_ledger: each line of each journal entry, and each difference from a control account that it
// recorded, by account code and accounting date. Its counters (ledger-counters.ts) are sums of these.
import type { EntryType } from '../journal/journal.ts';
import type { Direction } from '../values/direction.ts';
import { isCalendarDate } from '../values/calendar-dates.ts';
import { NO_CURRENCY, parseMinor } from '../values/money.ts';
import {
  readObjectMembers,
  readOptionalTextMember,
  readPayload,
  readTextMember,
  UnreadableEventError,
} from './event-payload.ts';
import type { DomainEvent, ProjectionState } from './projector.ts';

const ENTRY_POSTED = 'journal_entry.posted';

/** The record that every commit of the projection replaces. */
export const LEDGER_HEAD = 'T';

/** A journal entry on one account code. */
export interface LedgerPosition {
  readonly journalEntryId: string;
  readonly accountCode: string;
  readonly currency: string;
  /** The accounting date. */
  readonly date: string;
}

/** What identifies a ledger line and orders the lines of a code. */
export interface LedgerLinePosition extends LedgerPosition {
  /** The position of the line in its journal entry, from 1. */
  readonly position: number;
}

/** A ledger line as the projection lists it. */
export interface ProjectedLine extends LedgerLinePosition {
  readonly side: Direction;
  /** Minor units, above zero. */
  readonly amount: bigint;
  readonly entryType: EntryType;
  readonly postedAt: string;
  readonly description?: string;
}

/** A difference from a control account as its entry recorded it: net credits in minor units. */
export interface ProjectedDifference extends LedgerPosition {
  readonly expected: bigint;
  readonly found: bigint;
}

/** What the counters count. */
export type ProjectedRecord = ProjectedLine | ProjectedDifference;

export function isDifference(record: ProjectedRecord): record is ProjectedDifference {
  return 'expected' in record;
}

/** Lists the record that the event changes. Throws when the event cannot be read. */
export function listLedgerRecords(event: DomainEvent): readonly string[] {
  return listCountedRecords(event).length === 0 ? [] : [LEDGER_HEAD];
}

/**
 * The ledger lines of the event in their order, and the differences that it recorded. Throws when the
 * event cannot be read.
 */
export function listCountedRecords(event: DomainEvent): ProjectedRecord[] {
  if (event.type !== ENTRY_POSTED) return [];
  const entry = readPayload(event);
  const position = readPosition(entry);
  return [...listLines(entry, position), ...listDifferences(entry, position)];
}

type EntryPosition = Omit<LedgerPosition, 'accountCode'>;

function readPosition(entry: ProjectionState): EntryPosition {
  const date = readTextMember(entry, 'effective_date', ENTRY_POSTED);
  if (!isCalendarDate(date)) {
    throw new UnreadableEventError(`${ENTRY_POSTED}: effective_date is no date`);
  }
  const currency = readOptionalTextMember(entry, 'currency') ?? NO_CURRENCY;
  return { journalEntryId: readTextMember(entry, 'id', ENTRY_POSTED), currency, date };
}

function listLines(entry: ProjectionState, position: EntryPosition): ProjectedLine[] {
  const description = readOptionalTextMember(entry, 'description');
  const head = {
    ...position,
    entryType: readTextMember(entry, 'entry_type', ENTRY_POSTED) as EntryType,
    postedAt: readTextMember(entry, 'posted_at', ENTRY_POSTED),
    ...(description !== undefined && { description }),
  };
  return readObjectMembers(entry, 'ledger_lines', ENTRY_POSTED).map((line, index) => {
    const accountCode = readTextMember(line, 'account_code', ENTRY_POSTED);
    return { ...head, accountCode, position: index + 1, ...readSide(line) };
  });
}

// Only entries that do not match their control accounts have the member.
function listDifferences(entry: ProjectionState, position: EntryPosition): ProjectedDifference[] {
  if (entry['control_differences'] === undefined) return [];
  return readObjectMembers(entry, 'control_differences', ENTRY_POSTED).map((difference) => ({
    ...position,
    accountCode: readTextMember(difference, 'account_code', ENTRY_POSTED),
    expected: readAmount(difference, 'expected'),
    found: readAmount(difference, 'found'),
  }));
}

function readSide(line: ProjectionState): Pick<ProjectedLine, 'side' | 'amount'> {
  const debit = readAmount(line, 'debit_amount');
  const credit = readAmount(line, 'credit_amount');
  if (debit > 0n === credit > 0n) {
    throw new UnreadableEventError(`${ENTRY_POSTED}: a line does not carry exactly one amount`);
  }
  return debit > 0n ? { side: 'DEBIT', amount: debit } : { side: 'CREDIT', amount: credit };
}

function readAmount(object: ProjectionState, name: string): bigint {
  const text = readOptionalTextMember(object, name) ?? '0.00';
  try {
    return parseMinor(text);
  } catch (cause) {
    throw new UnreadableEventError(`${ENTRY_POSTED}: ${name} is not an amount`, { cause });
  }
}
