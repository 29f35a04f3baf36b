// The general ledger as the projector leaves it after any number of entries: built in memory by the
// projection's own functions, because the projector itself takes minutes for 100,000 entries.
import {
  LEDGER_HEAD,
  listCountedRecords,
} from '../../../functions/domain/projections/general-ledger.ts';
import type { DomainEvent } from '../../../functions/domain/projections/projector.ts';
import {
  addRecordsToRows,
  toLastEvent,
} from '../../../functions/ledger/projections/general-ledger-commits.ts';
import {
  buildRowKey,
  toRecordItem,
  toRowItem,
} from '../../../functions/ledger/projections/general-ledger-items.ts';
import type {
  LedgerGeneration,
  StoredRow,
} from '../../../functions/ledger/projections/general-ledger-items.ts';
import { buildIdGenerator } from '../../../functions/ledger/store/ids.ts';
import type { Item } from '../../../functions/ledger/store/item.ts';

const CODES = 500;
/** The last codes have lines in another currency. */
const EURO_CODES = 450;
const FIRST_DAY_MS = Date.parse('2025-01-01');
const DAY_MS = 86_400_000;
const DAYS = 730;
const SHARDS = 4;
/** Of two codes each, what one transaction holds: two lines and six rows of each entry, and the head. */
const ENTRIES_PER_COMMIT = 12;

/** Nearly every second entry has a line on it, as on the code of the customers' deposits. */
export const BUSY_CODE = '1000';

/** The account codes of a filled ledger. */
export const FILLED_CODES: readonly string[] = Array.from({ length: CODES }, (_, index) =>
  String(1_000 + index),
);

/** The events of entries of two lines each, spread over 500 codes and the days of 2025 and 2026. */
export function* generateEntries(entries: number): Generator<DomainEvent> {
  const newIdAt = buildIdGenerator(SHARDS);
  for (let position = 0; position < entries; position += 1) {
    const time = new Date(FIRST_DAY_MS + Math.floor((DAYS * DAY_MS * position) / entries));
    const newId = newIdAt(time);
    const id = newId('jrn');
    const occurredAt = time.toISOString();
    const [debited, credited, currency] = chooseCodes(position);
    const amount = `${1 + ((position * 7_919) % 99_991)}.${String(position % 100).padStart(2, '0')}`;
    yield {
      id: newId('evt'),
      type: 'journal_entry.posted',
      aggregateId: id,
      version: 1,
      occurredAt,
      payload: {
        id,
        entry_type: 'POSTING',
        effective_date: occurredAt.slice(0, 10),
        posted_at: occurredAt,
        currency,
        description: `Invoice 2026-${position}`,
        ledger_lines: [
          { account_code: debited, debit_amount: amount },
          { account_code: credited, credit_amount: amount },
        ],
      },
    };
  }
}

/** The codes to debit and to credit, and their currency. */
function chooseCodes(position: number): readonly [string, string, string] {
  // The factor has no divisor in common with the number of codes: all get lines equally often.
  const chosen = (position * 7_919) % CODES;
  const isEuro = chosen < EURO_CODES;
  const [first, count] = isEuro ? [0, EURO_CODES] : [EURO_CODES, CODES - EURO_CODES];
  const isBusy = isEuro && chosen !== 0 && position % 2 === 0;
  const other = isBusy ? 0 : first + ((chosen + 1 - first) % count);
  const codes = [FILLED_CODES[chosen] ?? '', FILLED_CODES[other] ?? ''] as const;
  const [debited, credited] = position % 4 < 2 ? codes : ([codes[1], codes[0]] as const);
  return [debited, credited, isEuro ? 'EUR' : 'USD'];
}

/**
 * The items that the projector leaves when it applies the events in commits of twelve: all rows of
 * counters, and the lines of the codes that `isListed` chooses.
 */
export function* buildLedgerItems(
  ledger: LedgerGeneration,
  events: Iterable<DomainEvent>,
  isListed: (accountCode: string) => boolean = () => true,
): Generator<Item> {
  const known = new Map<string, StoredRow>();
  for (const part of splitEvents(events)) {
    const records = part.flatMap((event) =>
      listCountedRecords(event).map((record) => ({ record, event })),
    );
    const rows = addRecordsToRows(records, known);
    for (const [name, row] of rows) known.set(name, row);
    const commit = known.get(LEDGER_HEAD)?.row.commit ?? 0n;
    for (const { record, event } of records.filter((one) => isListed(one.record.accountCode))) {
      yield toRecordItem(ledger, record, { commit, last: toLastEvent(event) });
    }
  }
  for (const [name, row] of known) yield toRowItem(buildRowKey(ledger, name), row);
}

function* splitEvents(events: Iterable<DomainEvent>): Generator<DomainEvent[]> {
  let part: DomainEvent[] = [];
  for (const event of events) {
    part.push(event);
    if (part.length < ENTRIES_PER_COMMIT) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
