// Lets the new generation serve, all of which has been filled.
import { GRACE_SECONDS } from './rebuild-state.ts';
import type { Begun, Ending, Filled } from './rebuild-state.ts';
import { swap } from './rebuild-steps.ts';
import { rebuildTask } from './rebuild-task.ts';

type Whole = Begun & { readonly filled: readonly Filled[] };
type Swapped = Ending & Pick<Filled, 'generation' | 'receipts' | 'failed'>;

export const handler = rebuildTask<Whole, Swapped>('swapProjection', async (store, input) => {
  const { projection, generation, of, filled } = input;
  await swap(store, { projection, generation, segments: of });
  const sum = (count: 'receipts' | 'failed') => filled.reduce((all, one) => all + one[count], 0);
  return {
    projection,
    generation,
    receipts: sum('receipts'),
    failed: sum('failed'),
    next: 'RETIRE',
    old: generation - 1,
    graceSeconds: GRACE_SECONDS,
    isRebuilt: true,
  };
});
