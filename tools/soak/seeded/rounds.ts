// The rounds of disturbances that follow from a seed.
import { buildRandomStream, drawOrder } from './random-streams.ts';

export interface DisturbanceNames {
  readonly lasting: readonly string[];
  readonly incidents: readonly string[];
}

export interface PlannedRound {
  readonly number: number;
  /** The disturbances that last for the round. */
  readonly lasting: readonly string[];
  /** Happens in the middle of the round. */
  readonly incident: string;
}

/**
 * Plans rounds without end: of the lasting disturbances and of the incidents, each occurs once in random
 * order, then again in another order.
 */
export function* planRounds(
  seed: number,
  { lasting, incidents }: DisturbanceNames,
  perRound: number,
): Generator<PlannedRound, never> {
  const nextLasting = repeatShuffled(buildRandomStream(seed, 'lasting disturbances'), lasting);
  const nextIncident = repeatShuffled(buildRandomStream(seed, 'incidents'), incidents);
  for (let number = 1; ; number += 1) {
    const names = Array.from({ length: perRound }, () => nextLasting.next().value);
    yield { number, lasting: [...new Set(names)], incident: nextIncident.next().value };
  }
}

function* repeatShuffled(draw: () => number, names: readonly string[]): Generator<string, never> {
  for (;;) yield* drawOrder(draw, names);
}
