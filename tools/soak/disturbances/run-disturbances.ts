// Carries out the rounds of disturbances while the load runs.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SoakLoad } from '../soak-load.ts';
import { planRounds } from '../seeded/rounds.ts';
import { buildRandomStream } from '../seeded/random-streams.ts';
import { healFaults } from './disturbance.ts';
import type { DisturbanceTarget } from './disturbance.ts';
import { DISTURBANCE_NAMES, disturbances } from './disturbances.ts';
import type { Timeline } from './timeline.ts';

export interface RoundOptions {
  readonly seed: number;
  /** Whether to stop after so many answered requests and completed rounds of disturbances; polled. */
  isFinished(answered: number, rounds: number): boolean;
  /** The number of answered requests in a round of disturbances. */
  readonly answersPerRound: number;
  /** The number of lasting disturbances at once. */
  readonly lastingAtOnce: number;
  progress(line: string): void;
}

const PAUSE_MS = 20;
/** Without any answer for this long, the product hangs. */
const STUCK_MS = 120_000;
/** A round continues until all its disturbances have hit something, but not for more answers than this. */
const EXTRA_ANSWERS_MAX = 500;

/** Runs rounds of lasting disturbances and one incident, and ends them all. */
export async function runDisturbances(
  target: DisturbanceTarget,
  load: SoakLoad,
  timeline: Timeline,
  options: RoundOptions,
): Promise<void> {
  const { seed, isFinished, answersPerRound, lastingAtOnce, progress } = options;
  const cause = async (round: number, name: string) => {
    const disturbance = disturbances.get(name);
    const entry = timeline.start({ round, disturbance: name, answered: load.answered() });
    const draw = buildRandomStream(seed, 'disturbance', name, round);
    await disturbance?.start(target, { draw, hit: entry.hit });
    return entry;
  };
  for (const { number, lasting, incident } of planRounds(seed, DISTURBANCE_NAMES, lastingAtOnce)) {
    const isOver = () => isFinished(load.answered(), number - 1);
    if (isOver()) return;
    const start = load.answered();
    const isReached = (answers: number) => load.answered() >= start + answers;
    const names = [...lasting, incident].join(', ');
    const show = () => progress(`${load.answered()} answered: ${names}`);
    for (const name of lasting) await cause(number, name);
    await waitUntil(load, () => isOver() || isReached(answersPerRound / 2), show);
    const happened = await cause(number, incident);
    if (happened.isHit()) happened.end();
    const isDone = () =>
      (isOver() || isReached(answersPerRound)) &&
      (timeline.isHit || isReached(answersPerRound + EXTRA_ANSWERS_MAX));
    await waitUntil(load, isDone, show);
    await healFaults(target);
    timeline.end();
  }
}

async function waitUntil(
  load: SoakLoad,
  isReached: () => boolean,
  show: () => void,
): Promise<void> {
  let [last, since] = [load.answered(), performance.now()];
  while (!isReached()) {
    show();
    await sleep(PAUSE_MS);
    const answered = load.answered();
    if (answered !== last) [last, since] = [answered, performance.now()];
    if (performance.now() - since > STUCK_MS)
      throw new Error('The product no longer answers requests.');
  }
}
