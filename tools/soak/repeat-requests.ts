// A no is about the attempt that it answers. An earlier attempt that had no answer may have been under
// way still, and have succeeded later, when the reason for the no was gone: then the key is bound to
// that. Who wants to know asks again with the same key, once nothing of before can be under way.
import { performIntent } from './intended-request.ts';
import type { Observations } from './faults/observations.ts';
import type { SoakNetwork } from './faults/network.ts';
import type { OperatorClients } from './operator-clients.ts';

/** How many requests were answered with a no although an attempt of theirs had succeeded, or would. */
export async function repeatRequests(
  operators: OperatorClients,
  { uncertain }: SoakNetwork,
  observed: readonly Observations[],
): Promise<number> {
  let overtaken = 0;
  for (const observations of observed) {
    const doubtful = observations.refusedIntents.filter(({ key }) => uncertain.has(key));
    for (const intent of doubtful) {
      const answer = await performIntent(operators, intent);
      observations.note(intent, answer);
      if (answer.headers.get('Idempotency-Replayed') === 'true') overtaken += 1;
    }
  }
  return overtaken;
}
