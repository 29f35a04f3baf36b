// Account codes with very many lines, divided by days: each part is read within one stretch of a run. The counters
// of such a code are read once, before its parts, and compared with the sum of these.
import { parseRowName, sumCounters } from '../../domain/projections/ledger-counters.ts';
import type { Counter, CounterRow } from '../../domain/projections/ledger-counters.ts';
import type { Item } from '../../ledger/store/item.ts';
import type { DayRange, Divisions } from '../check.ts';
import { readAccountRows, readRow } from './account-rows.ts';
import type { LedgerRecount } from './account-rows.ts';
import { readYearRows } from './scan.ts';

/** An account code that is read in parts. */
export interface DividedCode {
  readonly tenant: string;
  /** The name of its row of years. */
  readonly row: string;
  /** By name, the row of years and those of months and days, as they were before the parts are read. */
  readonly rows: ReadonlyMap<string, CounterRow>;
  readonly firstDays: readonly string[];
}

export function nameDivision(tenant: string, row: string): string {
  return `${tenant} ${row}`;
}

export function listDivisions(codes: readonly DividedCode[]): Divisions {
  return new Map(codes.map(({ tenant, row, firstDays }) => [nameDivision(tenant, row), firstDays]));
}

/** The parts in their order: one, of all days, where there are no first days. */
export function listDayRanges(firstDays: readonly string[] = []): DayRange[] {
  return ['', ...firstDays].map((from, index) => {
    const before = firstDays[index];
    return { from, ...(before !== undefined && { before }) };
  });
}

/**
 * The account codes of a general ledger with more lines than one part has, with parts of about so many lines and of one
 * day at least. Requests: one for each megabyte of rows of years, and a few for each divided code.
 */
export async function divideCodes(
  recount: LedgerRecount,
  partLines: bigint,
): Promise<DividedCode[]> {
  const divided: DividedCode[] = [];
  for await (const page of readYearRows(recount.store, recount.ledger)) {
    for (const item of page) {
      const code = await divideCode(recount, item, partLines);
      if (code) divided.push(code);
    }
  }
  return divided;
}

async function divideCode(
  recount: LedgerRecount,
  item: Item,
  partLines: bigint,
): Promise<DividedCode | undefined> {
  const subject = parseRowName(item.SK);
  // A row that cannot be read is reported when its code is recounted, as a whole.
  const total = readRow({ ...recount, report: () => undefined }, item);
  if (!subject || !total) return undefined;
  if (sumCounters(Object.values(total.counters)).lines <= partLines) return undefined;
  const rows = await readAccountRows(recount, subject, total);
  const firstDays = chooseFirstDays(listDays(rows), partLines);
  return { tenant: recount.ledger.tenant, row: item.SK, rows, firstDays };
}

/** The counters of all days, in their order. */
function listDays(rows: ReadonlyMap<string, CounterRow>): [string, Counter][] {
  return [...rows]
    .filter(([name]) => parseRowName(name)?.level === 'days')
    .flatMap(([, { counters }]) => Object.entries(counters))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function chooseFirstDays(days: readonly [string, Counter][], partLines: bigint): string[] {
  const chosen: string[] = [];
  let held = 0n;
  for (const [day, { lines }] of days) {
    if (held > 0n && held + lines > partLines) {
      chosen.push(day);
      held = 0n;
    }
    held += lines;
  }
  return chosen;
}
