// The rows of counters of one account code, read for a recount; what cannot be read is reported.
import { formatRowName } from '../../domain/projections/ledger-counters.ts';
import type { CounterRow, RowSubject } from '../../domain/projections/ledger-counters.ts';
import { buildRowKey, fromRowItem } from '../../ledger/projections/general-ledger-items.ts';
import type { LedgerGeneration } from '../../ledger/projections/general-ledger-items.ts';
import { requireProjectionsTable } from '../../ledger/projections/items.ts';
import { batchGet } from '../../ledger/store/batch-get.ts';
import type { Item } from '../../ledger/store/item.ts';
import type { Store } from '../../ledger/store/store.ts';
import type { Flaw } from '../difference.ts';
import { isUnreadable } from '../records/unreadable.ts';

export interface LedgerRecount {
  readonly store: Store;
  readonly ledger: LedgerGeneration;
  readonly report: (flaw: Flaw) => void;
}

const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));

/** The row of years, which was read first, and those of months and days of the account code, by name. */
export async function readAccountRows(
  recount: LedgerRecount,
  subject: RowSubject,
  total: CounterRow,
): Promise<Map<string, CounterRow>> {
  const years = Object.keys(total.counters);
  const months = years.flatMap((year) => MONTHS.map((month) => `${year}-${month}`));
  const found = await readRows(recount, [
    ...years.map((within) => formatRowName({ ...subject, level: 'months', within })),
    ...months.map((within) => formatRowName({ ...subject, level: 'days', within })),
  ]);
  return new Map([[formatRowName(subject), total], ...found]);
}

export async function readRows(
  recount: LedgerRecount,
  names: readonly string[],
): Promise<[string, CounterRow][]> {
  const { store, ledger } = recount;
  const wanted = names.map((name) => buildRowKey(ledger, name));
  const items = await batchGet(store, requireProjectionsTable(store), wanted);
  return items.flatMap((item) => {
    const row = readRow(recount, item);
    return row ? [[item.SK, row]] : [];
  });
}

export function readRow(recount: LedgerRecount, item: Item): CounterRow | undefined {
  return readIfPossible(recount, item, () => fromRowItem(item).row);
}

export function readIfPossible<Value>(
  { ledger, report }: LedgerRecount,
  item: Item,
  read: () => Value,
): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    report({
      tenant: ledger.tenant,
      kind: 'general_ledger',
      id: item.SK,
      field: 'record',
      stored: error.message,
      derived: 'a record of the form in which it was written',
      place: item,
    });
    return undefined;
  }
}
