// Ends writing to the old generation, after as long as a reader may keep to it.
import type { Ending } from './rebuild-state.ts';
import { retire } from './rebuild-steps.ts';
import { rebuildTask } from './rebuild-task.ts';

export const handler = rebuildTask<Ending, object>('retireProjection', async (store, input) => {
  const { projection, old } = input;
  await retire(store, { projection, generation: old });
  return {};
});
