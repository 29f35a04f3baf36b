// The general ledger as items: rows of counters, lines and differences. `revision` is the commit that last
// wrote an item. State and last event depend on the set of events alone, so that a rebuild gives the same.
import { deflateRawSync } from 'node:zlib';
import { isDifference } from '../../domain/projections/general-ledger.ts';
import type {
  ProjectedRecord,
  ProjectedDifference,
  ProjectedLine,
} from '../../domain/projections/general-ledger.ts';
import type {
  Counter,
  Counters,
  CounterRow,
  RecentChange,
} from '../../domain/projections/ledger-counters.ts';
import type { LastEvent, ProjectionState } from '../../domain/projections/projector.ts';
import { json, readMinorUnits } from '../store/attributes.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import type { Key } from '../store/keys.ts';
import { fromProjectionItem } from './items.ts';

/** The generation of a tenant's general ledger. */
export interface LedgerGeneration {
  readonly tenant: string;
  readonly generation: number;
}

/** The first and the newest journal entry that a generation includes, by write shard. */
export type EntrySpans = Readonly<Record<string, readonly [first: string, newest: string]>>;

export interface StoredRow {
  readonly row: CounterRow;
  /** Of the newest event in the row. */
  readonly last: LastEvent;
  /** Only in the head. */
  readonly spans?: EntrySpans;
}

/** The last two only where there is a difference, so that all other rows do not grow. */
type StoredCounter = readonly [
  debits: string,
  credits: string,
  lines: string,
  difference?: string,
  differing?: string,
];

interface StoredRowState extends ProjectionState {
  readonly counters: Readonly<Record<string, StoredCounter>>;
  readonly spans?: EntrySpans;
}

export function buildRowKey({ tenant, generation }: LedgerGeneration, name: string): Key {
  return keys.projection(tenant, { projection: 'general_ledger', generation }, name);
}

export function toRowItem(key: Key, { row, last, spans }: StoredRow): Item {
  const counters = Object.entries(row.counters).map(([period, one]) => [period, toTexts(one)]);
  const state = { counters: Object.fromEntries(counters), ...(spans && { spans }) };
  const recent = row.recent.map((one) => [String(one.commit), one.period, ...toTexts(one)]);
  return {
    ...toEventItem(key, state, last),
    revision: row.commit,
    recent: JSON.stringify(recent),
    settled: row.settled,
  };
}

export function fromRowItem(item: Item): StoredRow {
  const { state, last } = fromProjectionItem(item);
  const { counters, spans } = state as StoredRowState;
  const recent = json(item, 'recent') as [string, string, ...StoredCounter][];
  return {
    row: {
      counters: fromStoredCounters(counters),
      commit: readMinorUnits(item, 'revision'),
      recent: recent.map(([commit, period, ...counter]): RecentChange => {
        return { commit: BigInt(commit), period, ...fromTexts(counter) };
      }),
      settled: readMinorUnits(item, 'settled'),
    },
    last,
    ...(spans && { spans }),
  };
}

/** The key of a ledger line or a difference. */
export function buildRecordKey(
  { tenant, generation }: LedgerGeneration,
  record: ProjectedRecord,
): Key {
  return isDifference(record)
    ? keys.ledgerDifference(tenant, generation, record)
    : keys.ledgerLine(tenant, generation, record);
}

export function toRecordItem(
  ledger: LedgerGeneration,
  record: ProjectedRecord,
  { commit, last }: { readonly commit: bigint; readonly last: LastEvent },
): Item {
  const amounts = isDifference(record)
    ? { expected: String(record.expected), found: String(record.found) }
    : { amount: String(record.amount) };
  const state = { ...record, ...amounts };
  return { ...toEventItem(buildRecordKey(ledger, record), state, last), revision: commit };
}

export interface StoredLine {
  readonly line: ProjectedLine;
  /** The commit that added the line. */
  readonly commit: bigint;
}

export function fromLineItem(item: Item): StoredLine {
  const state = fromProjectionItem(item).state as unknown as ProjectedLine & { amount: string };
  return {
    line: { ...state, amount: BigInt(state.amount) },
    commit: readMinorUnits(item, 'revision'),
  };
}

export interface StoredLedgerRecord {
  readonly record: ProjectedRecord;
  /** The commit that added the record. */
  readonly commit: bigint;
}

/** Reads the item of a ledger line or a difference. */
export function fromRecordItem(item: Item): StoredLedgerRecord {
  const state = fromProjectionItem(item).state as unknown as StoredLedgerState;
  const record: ProjectedRecord =
    'expected' in state
      ? { ...state, expected: BigInt(state.expected), found: BigInt(state.found) }
      : { ...state, amount: BigInt(state.amount) };
  return { record, commit: readMinorUnits(item, 'revision') };
}

type StoredLedgerState =
  | (Omit<ProjectedLine, 'amount'> & { readonly amount: string })
  | (Omit<ProjectedDifference, 'expected' | 'found'> & {
      readonly expected: string;
      readonly found: string;
    });

function toEventItem({ PK, SK }: Key, state: object, last: LastEvent): Item {
  return {
    PK,
    SK,
    state: deflateRawSync(JSON.stringify(state)),
    last_event_id: last.id,
    last_event_type: last.type,
    last_event_version: BigInt(last.version),
    last_occurred_at: last.occurredAt,
    visible: true,
  };
}

function fromStoredCounters(stored: StoredRowState['counters']): Counters {
  const all = Object.entries(stored).map(([period, texts]) => [period, fromTexts(texts)]);
  return Object.fromEntries(all) as Counters;
}

function toTexts({ debits, credits, lines, difference, differing }: Counter): StoredCounter {
  const counted = [String(debits), String(credits), String(lines)] as const;
  return difference === 0n && differing === 0n
    ? counted
    : [...counted, String(difference), String(differing)];
}

function fromTexts([debits, credits, lines, ...others]: StoredCounter): Counter {
  const [difference = '0', differing = '0'] = others;
  return {
    debits: BigInt(debits),
    credits: BigInt(credits),
    lines: BigInt(lines),
    difference: BigInt(difference),
    differing: BigInt(differing),
  };
}
