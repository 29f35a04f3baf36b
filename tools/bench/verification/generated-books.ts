// The general ledger of a generated ledger, as the projector leaves it when it applies each pair in one commit.
import {
  LEDGER_HEAD,
  listCountedRecords,
} from '../../../functions/domain/projections/general-ledger.ts';
import {
  addCounter,
  listCountedPeriods,
  NO_MOVEMENT,
} from '../../../functions/domain/projections/ledger-counters.ts';
import type { Counter } from '../../../functions/domain/projections/ledger-counters.ts';
import type { DomainEvent } from '../../../functions/domain/projections/projector.ts';
import { toLastEvent } from '../../../functions/ledger/projections/general-ledger-commits.ts';
import {
  buildRowKey,
  toRecordItem,
  toRowItem,
} from '../../../functions/ledger/projections/general-ledger-items.ts';
import type { Item } from '../../../functions/ledger/store/item.ts';
import type { JournalEntry } from '../../../functions/domain/journal/journal.ts';
import { toJournalEntryView } from '../../../functions/views/journal-entry.ts';
import {
  ENTRIES_PER_PAIR,
  formatPairDay,
  listPairEntries,
  sumPairAmounts,
  TENANT,
} from './generated-ledger.ts';

/** The generation of a general ledger that was never rebuilt. */
export const BOOKS = { tenant: TENANT, generation: 1 } as const;

/** The lines of a pair, in the order of their keys. */
export function buildPairLines(pair: number): Item[] {
  return listPairEntries(pair).flatMap((entry) => {
    const event = buildEvent(entry);
    const last = toLastEvent(event);
    const commit = computeCommit(pair);
    return listCountedRecords(event).map((record) => toRecordItem(BOOKS, record, { commit, last }));
  });
}

/** The rows of counters of a ledger with so many pairs, and the head. */
export function buildCounterRows(pairs: number): Item[] {
  const [some] = listCountedRecords(buildEvent(readLastEntry(0)));
  if (!some) throw new Error('An entry has no lines.');
  const rows = new Map<string, { readonly counters: Map<string, Counter>; pair: number }>();
  for (let pair = 0; pair < pairs; pair += 1) {
    const record = { ...some, date: formatPairDay(pair) };
    const periods = [{ row: LEDGER_HEAD, period: record.currency }, ...listCountedPeriods(record)];
    for (const { row, period } of periods) {
      const { counters } = rows.get(row) ?? { counters: new Map<string, Counter>() };
      counters.set(period, addCounter(counters.get(period) ?? NO_MOVEMENT, countPair(pair)));
      rows.set(row, { counters, pair });
    }
  }
  return [...rows].map(([name, { counters, pair }]) => {
    const commit = computeCommit(pair);
    const last = toLastEvent(buildEvent(readLastEntry(pair)));
    const row = { counters: Object.fromEntries(counters), commit, recent: [], settled: commit };
    return toRowItem(buildRowKey(BOOKS, name), { row, last });
  });
}

function computeCommit(pair: number): bigint {
  return BigInt(pair + 1);
}

function countPair(pair: number): Counter {
  const sum = sumPairAmounts(pair);
  return { ...NO_MOVEMENT, debits: sum, credits: sum, lines: BigInt(ENTRIES_PER_PAIR) };
}

function buildEvent(entry: JournalEntry): DomainEvent {
  return {
    id: entry.id.replace(/^jrn/, 'evt'),
    type: 'journal_entry.posted',
    aggregateId: entry.id,
    version: 1,
    occurredAt: entry.postedAt,
    payload: toJournalEntryView(entry),
  };
}

function readLastEntry(pair: number): JournalEntry {
  const entry = listPairEntries(pair).at(-1);
  if (!entry) throw new Error(`The pair ${pair} has no entries.`);
  return entry;
}
