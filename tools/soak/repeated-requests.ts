// A no is about the attempt that it answers. An earlier attempt that had no answer may have been under
// way still, and have succeeded later, when the reason for the no was gone: then the key is bound to
// that. Who wants to know asks again with the same key, once nothing of before can be under way.
import { perform } from './intent.ts';
import type { Memory } from './faults/memory.ts';
import type { Network } from './faults/network.ts';
import type { Operators } from './operators.ts';

/** How many requests were answered with a no although an attempt of theirs had succeeded, or would. */
export async function askAgain(
  operators: Operators,
  { uncertain }: Network,
  memories: readonly Memory[],
): Promise<number> {
  let overtaken = 0;
  for (const memory of memories) {
    const doubtful = memory.refusedIntents.filter(({ key }) => uncertain.has(key));
    for (const intent of doubtful) {
      const answer = await perform(operators, intent);
      memory.note(intent, answer);
      if (answer.headers.get('Idempotency-Replayed') === 'true') overtaken += 1;
    }
  }
  return overtaken;
}
