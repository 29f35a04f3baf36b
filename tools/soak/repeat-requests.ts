// A refusal applies to one attempt only. An earlier attempt without an answer may still have been in flight
// and have succeeded later, when the reason for the refusal no longer existed; the key then has the answer of
// that attempt. To find out, a client repeats the request under the same key once no attempt is in flight.
import { performIntent } from './intended-request.ts';
import type { Observations } from './observations.ts';
import type { SoakNetwork } from './faults/network.ts';
import type { OperatorClients } from './operator-clients.ts';

/** Counts the refused requests of which an earlier attempt succeeded after all. */
export async function repeatRequests(
  operators: OperatorClients,
  { uncertain }: SoakNetwork,
  allObservations: readonly Observations[],
): Promise<number> {
  let superseded = 0;
  for (const observations of allObservations) {
    const undecided = observations.refusedIntents.filter(({ key }) => uncertain.has(key));
    for (const intent of undecided) {
      const answer = await performIntent(operators, intent);
      observations.note(intent, answer);
      if (answer.headers.get('Idempotency-Replayed') === 'true') superseded += 1;
    }
  }
  return superseded;
}
