import type { RebuildCounts } from '../../functions/projections/rebuild/rebuild.ts';
import type { RebuildProgress } from '../../functions/projections/rebuild/rebuild-progress.ts';

/** Formats the progress as a sentence for an operator. */
export function formatProgress({ active, retiring, leftover, filling, since }: RebuildProgress) {
  const serving = `generation ${active} serves`;
  if (filling) return `${serving}; since ${since} ${formatFilling(filling)}`;
  if (retiring !== undefined) return `${serving}; ${retiring} is kept while it may still be read`;
  if (leftover !== undefined) return `${serving}; ${leftover} is being deleted`;
  return `${serving}; nothing is being rebuilt`;
}

export function formatFilling({
  generation,
  segments,
  segmentsDone,
  receipts,
}: RebuildCounts): string {
  return `generation ${generation}, ${segmentsDone} of ${segments} segments, ${receipts} receipts`;
}
