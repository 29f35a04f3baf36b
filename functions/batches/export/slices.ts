// How the journal of a period is divided, so that several workers can read it beside each other.
import { readIdTime } from '../../ledger/store/ids.ts';
import { readJournalExtent, buildJournalRange } from '../../ledger/journal/journal-order.ts';
import type { JournalRange } from '../../ledger/journal/journal-order.ts';
import type { Store } from '../../ledger/store/store.ts';

/** A run of the journal that one worker writes: its place among them, from 0, and where it lies. */
export interface ExportSlice extends JournalRange {
  readonly index: number;
}

/** As many as a state machine may hold beside each other, and few enough for its history. */
export const SLICES_MAX = 40;

/**
 * Slices in the order of time: one for what a worker reads in a moment, none for nothing, else
 * slices of equal length between the first entry and the last. Where they lie has no influence on
 * what is exported.
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
