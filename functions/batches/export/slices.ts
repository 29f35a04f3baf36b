// Divides the journal of a period into slices that workers read in parallel.
import { readIdTime } from '../../ledger/store/ids.ts';
import { readJournalExtent, buildJournalRange } from '../../ledger/journal/journal-order.ts';
import type { JournalRange } from '../../ledger/journal/journal-order.ts';
import type { Store } from '../../ledger/store/store.ts';

/** A range of the journal that one worker writes, with its index among the slices, from 0. */
export interface ExportSlice extends JournalRange {
  readonly index: number;
}

/** The maximum concurrency of an inline map state, and small enough for the execution history. */
export const SLICES_MAX = 40;

/**
 * Slices in the order of time: none for an empty period, one for what a worker reads in a moment,
 * otherwise slices of equal duration between the first entry and the last. The division does not affect
 * the content of the export.
 */
export async function planSlices(
  store: Store,
  tenant: string,
  { from, before }: { from: Date; before: Date },
): Promise<ExportSlice[]> {
  const run = buildJournalRange(from, before);
  if (run.from >= run.to) return [];
  const extent = await readJournalExtent(store, tenant, run);
  if (!extent) return [];
  if (!extent.isLong) return [{ index: 0, ...run }];
  const start = readIdTime(extent.first);
  const end = readIdTime(extent.last) + 1;
  const count = Math.min(SLICES_MAX, end - start);
  const cut = (index: number) => new Date(start + Math.floor(((end - start) * index) / count));
  return Array.from({ length: count }, (_, index) => {
    return { index, ...buildJournalRange(cut(index), cut(index + 1)) };
  });
}
