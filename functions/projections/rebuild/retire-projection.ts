// Ends writing to the old generation, after as long as a reader may keep to it.
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
