// Deletes what is left of the old generation, and is called again until it is done.
import type { Sweeping } from './rebuild-state.ts';
import { rebuildTask } from './rebuild-task.ts';
import { sweep } from './sweep.ts';

export const handler = rebuildTask<Sweeping, Sweeping & { isSwept: boolean }>(
  'sweepProjection',
  async (store, { start, ...input }, hasTime) => {
    const old = { projection: input.projection, generation: input.old };
    const next = await sweep(store, old, { start, hasTime });
    return { ...input, isSwept: next === undefined, ...(next && { start: next }) };
  },
);
