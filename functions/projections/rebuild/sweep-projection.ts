// Deletes what is left of the old generation; called again until it is done.
import type { SweepInput } from './rebuild-input.ts';
import { rebuildTask } from './rebuild-task.ts';
import { sweepGeneration } from './sweep.ts';

export const handler = rebuildTask<SweepInput, SweepInput & { isSwept: boolean }>(
  'sweepProjection',
  async (store, { start, ...input }, hasTime) => {
    const old = { projection: input.projection, generation: input.old };
    const next = await sweepGeneration(store, old, { start, hasTime });
    return { ...input, isSwept: next === undefined, ...(next && { start: next }) };
  },
);
