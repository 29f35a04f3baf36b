// A soak: operators work for a while over HTTP on the runner of the template, while everything around
// them goes wrong; afterwards nothing that was acknowledged may be lost, doubled or changed.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineName } from '../../local/engines/engine-command.ts';
import { seededDraws } from '../scale/seeded-draws.ts';
import { batches } from './checks/batches.ts';
import { books } from './checks/books.ts';
import type { Check, Checked, Scene } from './checks/check.ts';
import { money } from './checks/money.ts';
import { projections } from './checks/projections.ts';
import { records } from './checks/records.ts';
import { replays } from './checks/replays.ts';
import { events, heal, moods, setClock } from './faults/disturbances.ts';
import type { Disturbance, Disturbed } from './faults/disturbances.ts';
import { startLoad } from './faults/load.ts';
import type { Load } from './faults/load.ts';
import { networkTo } from './faults/network.ts';
import type { Network } from './faults/network.ts';
import { operatorsOf } from './operators.ts';
import { askAgain } from './repeated-requests.ts';
import { startStand } from './test-rig.ts';
import type { Stand } from './test-rig.ts';

export interface SoakOptions {
  readonly seed: number;
  readonly engine: EngineName;
  /** An empty folder, which stays behind with data and logs. */
  readonly folder: string;
  /** Asked again and again: how many requests were answered so far, and how many moods are over. */
  isEnough(answered: number, moods: number): boolean;
  /** Requests that are answered in one mood. */
  readonly moodLength: number;
  progress(line: string): void;
}

export interface SoakReport {
  readonly seed: number;
  readonly answered: number;
  readonly acknowledged: number;
  /** By refusal code. */
  readonly refused: ReadonlyMap<string, number>;
  /** How often each disturbance was there. */
  readonly disturbances: ReadonlyMap<string, number>;
  /** Of attempts, by status; `none` is no answer. */
  readonly attempts: ReadonlyMap<string, number>;
  /** Requests that were refused although an earlier attempt of theirs succeeded. */
  readonly overtaken: number;
  readonly checked: readonly string[];
  readonly findings: readonly string[];
}

const checks: readonly Check[] = [replays, records, money, books, projections, batches];

const PAUSE_MS = 20;
/** Without an answer for so long, something hangs. */
const STUCK_MS = 120_000;

export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  const { folder, engine, progress } = options;
  progress('starting');
  const stand = await startStand({ folder, engine });
  try {
    return await soakOn(stand, options);
  } finally {
    await stand.stop();
  }
}

async function soakOn(stand: Stand, options: SoakOptions): Promise<SoakReport> {
  const { seed, progress } = options;
  const { uniform: draw } = seededDraws(seed);
  const network = networkTo(() => stand.place, draw);
  const operators = operatorsOf(() => stand.place, network);
  const load = startLoad(operators, seed);
  const { memories } = load;
  const disturbed: Disturbed = { stand, network, draw, clock: { now: 0, farthest: 0 } };
  try {
    const disturbances = await disturb(disturbed, load, options);
    heal(disturbed);
    // So that nothing in the books is of a time to come.
    setClock(disturbed, disturbed.clock.farthest);
    progress('waiting for the last answers');
    await load.stop();
    // So that nothing is under way any more, and what follows is read by a process that knows nothing.
    await stand.killRunner();
    const overtaken = await askAgain(operators, network, memories);
    const checked = await checkAll({ stand, operators, memories }, progress);
    return reportOf({ options, load, network, disturbances, overtaken, checked });
  } finally {
    void load.stop();
  }
}

/** One mood after the other until it is enough; how often each disturbance was there. */
async function disturb(
  on: Disturbed,
  load: Load,
  { isEnough, moodLength, progress }: SoakOptions,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const nextMood = dealer(moods, on.draw);
  const nextEvent = dealer(events, on.draw);
  const begin = async (one: Disturbance) => {
    counts.set(one.name, (counts.get(one.name) ?? 0) + 1);
    await one.begin(on);
  };
  let over = 0;
  const isOver = () => isEnough(load.answered(), over);
  while (!isOver()) {
    const start = load.answered();
    const [mood, event] = [nextMood(), nextEvent()];
    const show = () => progress(`${load.answered()} answered: ${mood.name}, ${event.name}`);
    await begin(mood);
    await until(load, () => isOver() || load.answered() >= start + moodLength / 2, show);
    await begin(event);
    await until(load, () => isOver() || load.answered() >= start + moodLength, show);
    heal(on);
    over += 1;
  }
  return counts;
}

/** Each of them in a random order, and then again in another one. */
function dealer<One>(all: readonly One[], draw: () => number): () => One {
  let deck: One[] = [];
  return () => {
    if (deck.length === 0) deck = all.toSorted(() => draw() - 0.5);
    return deck.pop() as One;
  };
}

async function until(load: Load, isSo: () => boolean, show: () => void): Promise<void> {
  let [last, since] = [load.answered(), performance.now()];
  while (!isSo()) {
    show();
    await sleep(PAUSE_MS);
    const answered = load.answered();
    if (answered !== last) [last, since] = [answered, performance.now()];
    if (performance.now() - since > STUCK_MS) throw new Error('Nobody is answered any more.');
  }
}

async function checkAll(scene: Scene, progress: (line: string) => void): Promise<Checked[]> {
  const all: Checked[] = [];
  for (const check of checks) {
    progress(`checking ${check.name}`);
    all.push(await check(scene));
  }
  return all;
}

interface Results {
  readonly options: SoakOptions;
  readonly load: Load;
  readonly network: Network;
  readonly disturbances: ReadonlyMap<string, number>;
  readonly overtaken: number;
  readonly checked: readonly Checked[];
}

function reportOf(results: Results): SoakReport {
  const { options, load, network, disturbances, overtaken, checked } = results;
  const { memories } = load;
  const refused = new Map<string, number>();
  for (const [code, count] of memories.flatMap((memory) => [...memory.refused])) {
    refused.set(code, (refused.get(code) ?? 0) + count);
  }
  return {
    seed: options.seed,
    answered: load.answered(),
    acknowledged: memories.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0),
    refused,
    disturbances,
    attempts: network.counts,
    overtaken,
    checked: checked.map(({ what }) => what),
    findings: [
      ...memories.flatMap(({ complaints }) => complaints),
      ...unexpectedFailures(join(options.folder, 'data', 'log')),
      ...checked.flatMap(({ findings }) => findings),
    ],
  };
}

/** What the functions themselves call a fault of ours. */
function unexpectedFailures(folder: string): string[] {
  return readdirSync(folder).flatMap((file) => {
    const lines = readFileSync(join(folder, file), 'utf8').split('\n');
    return lines.filter((line) => line.includes('"outcome":"unexpected"'));
  });
}
