// Reads one segment of the receipts into the new generation; called again until it is done.
import type { SegmentResult, RebuildSegment } from './rebuild-input.ts';
import { fillSegment, isBuilding } from './rebuild-steps.ts';
import { rebuildTask } from './rebuild-task.ts';

export const handler = rebuildTask<RebuildSegment, SegmentResult>(
  'fillProjectionSegment',
  async (store, { projection, generation, segment, of }, hasTime) => {
    const run = { projection, generation, segments: of };
    const { isDone, receipts, failed } = await fillSegment(store, run, segment, hasTime);
    const part = { projection, generation, segment, of, receipts, failed: failed.length };
    // Another execution may have swapped the generation in: then there is nothing left to fill.
    return { ...part, isDone: isDone || !(await isBuilding(store, run)) };
  },
);
