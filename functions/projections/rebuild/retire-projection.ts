// Stops writing to the old generation, after the time for which readers may still read it.
import type { RebuildEnding } from './rebuild-input.ts';
import { retireGeneration } from './rebuild-steps.ts';
import { rebuildTask } from './rebuild-task.ts';

export const handler = rebuildTask<RebuildEnding, object>(
  'retireProjection',
  async (store, input) => {
    const { projection, old } = input;
    await retireGeneration(store, { projection, generation: old });
    return {};
  },
);
