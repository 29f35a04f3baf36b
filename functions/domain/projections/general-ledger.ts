// general_ledger: each line of each journal entry, by account code and accounting date. Its counters
// (ledger-counters.ts) are sums of these lines.
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

/** What identifies a ledger line and orders the lines of a code. */
export interface LedgerLinePosition {
  readonly journalEntryId: string;
  /** The position of the line in its journal entry, from 1. */
  readonly position: number;
  readonly accountCode: string;
  readonly currency: string;
  /** The accounting date. */
  readonly date: string;
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

/** Lists the record that the event changes. Throws when the event cannot be read. */
export function listLedgerRecords(event: DomainEvent): readonly string[] {
  return listProjectedLines(event).length === 0 ? [] : [LEDGER_HEAD];
}

/** The ledger lines of the event, in their order. Throws when the event cannot be read. */
export function listProjectedLines(event: DomainEvent): ProjectedLine[] {
  const { type } = event;
  if (type !== ENTRY_POSTED) return [];
  const entry = readPayload(event);
  const date = readTextMember(entry, 'effective_date', type);
  if (!isCalendarDate(date)) throw new UnreadableEventError(`${type}: effective_date is no date`);
  const description = readOptionalTextMember(entry, 'description');
  const head = {
    journalEntryId: readTextMember(entry, 'id', type),
    currency: readOptionalTextMember(entry, 'currency') ?? NO_CURRENCY,
    date,
    entryType: readTextMember(entry, 'entry_type', type) as EntryType,
    postedAt: readTextMember(entry, 'posted_at', type),
    ...(description !== undefined && { description }),
  };
  return readObjectMembers(entry, 'ledger_lines', type).map((line, index) => {
    const accountCode = readTextMember(line, 'account_code', type);
    return { ...head, accountCode, position: index + 1, ...readSide(line, type) };
  });
}

function readSide(line: ProjectionState, type: string): Pick<ProjectedLine, 'side' | 'amount'> {
  const [debit, credit] = ['debit_amount', 'credit_amount'].map((name) => {
    const text = readOptionalTextMember(line, name) ?? '0.00';
    try {
      return parseMinor(text);
    } catch (cause) {
      throw new UnreadableEventError(`${type}: ${name} is not an amount`, { cause });
    }
  }) as [bigint, bigint];
  if (debit > 0n === credit > 0n) {
    throw new UnreadableEventError(`${type}: a line does not carry exactly one amount`);
  }
  return debit > 0n ? { side: 'DEBIT', amount: debit } : { side: 'CREDIT', amount: credit };
}
