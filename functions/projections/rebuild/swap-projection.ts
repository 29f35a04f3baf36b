// Makes the new generation active, once all segments are filled.
import { computeGraceSeconds } from './rebuild-input.ts';
import type { RebuildStart, RebuildEnding, SegmentResult } from './rebuild-input.ts';
import { swapGenerations } from './rebuild-steps.ts';
import { rebuildTask } from './rebuild-task.ts';

type SwapInput = RebuildStart & { readonly filled: readonly SegmentResult[] };
type SwapOutput = RebuildEnding & Pick<SegmentResult, 'generation' | 'receipts' | 'failed'>;

export const handler = rebuildTask<SwapInput, SwapOutput>(
  'swapProjection',
  async (store, input) => {
    const { projection, generation, of, filled } = input;
    const now = await swapGenerations(store, { projection, generation, segments: of });
    const sum = (count: 'receipts' | 'failed') => filled.reduce((all, one) => all + one[count], 0);
    return {
      projection,
      generation,
      receipts: sum('receipts'),
      failed: sum('failed'),
      next: 'RETIRE',
      old: now.retiring ?? now.leftover ?? generation - 1,
      graceSeconds: computeGraceSeconds(store),
      isRebuilt: true,
    };
  },
);
