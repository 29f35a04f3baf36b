// A soak: operators work for a while over HTTP on the runner of the template, while everything around
// them goes wrong; afterwards nothing that was acknowledged may be lost, doubled or changed.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineName } from '../../local/engines/engine-command.ts';
import { buildSeededDraws } from '../scale/seeded-draws.ts';
import { checkBatches } from './checks/batches.ts';
import { checkLedger } from './checks/ledger.ts';
import type { SoakCheck, CheckResult, SoakState } from './checks/check.ts';
import { checkMoney } from './checks/money.ts';
import { checkProjections } from './checks/projections.ts';
import { checkRecords } from './checks/records.ts';
import { checkReplays } from './checks/replays.ts';
import { incidents, healFaults, possibleDisturbances, setClock } from './faults/disturbances.ts';
import type { SoakDisturbance, DisturbanceTarget } from './faults/disturbances.ts';
import { startLoad } from './faults/soak-load.ts';
import type { SoakLoad } from './faults/soak-load.ts';
import { buildNetwork } from './faults/network.ts';
import type { SoakNetwork } from './faults/network.ts';
import { buildOperatorClients } from './operator-clients.ts';
import { repeatRequests } from './repeat-requests.ts';
import { startTestRig } from './test-rig.ts';
import type { TestRig } from './test-rig.ts';

export interface SoakOptions {
  readonly seed: number;
  readonly engine: EngineName;
  /** An empty folder, which stays behind with data and logs. */
  readonly folder: string;
  /** Asked again and again: how many requests were answered so far, and how many moods are over. */
  isEnough(answered: number, moods: number): boolean;
  /** Requests that are answered in one mood. */
  readonly answersPerDisturbance: number;
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

const checks: readonly SoakCheck[] = [
  checkReplays,
  checkRecords,
  checkMoney,
  checkLedger,
  checkProjections,
  checkBatches,
];

const PAUSE_MS = 20;
/** Without an answer for so long, something hangs. */
const STUCK_MS = 120_000;

export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  const { folder, engine, progress } = options;
  progress('starting');
  const rig = await startTestRig({ folder, engine });
  try {
    return await runSoakOn(rig, options);
  } finally {
    await rig.stop();
  }
}

async function runSoakOn(rig: TestRig, options: SoakOptions): Promise<SoakReport> {
  const { seed, progress } = options;
  const { uniform: draw } = buildSeededDraws(seed);
  const network = buildNetwork(() => rig.place, draw);
  const operators = buildOperatorClients(() => rig.place, network);
  const load = startLoad(operators, seed);
  const { observations: observed } = load;
  const disturbed: DisturbanceTarget = { rig, network, draw, clock: { now: 0, farthest: 0 } };
  try {
    const disturbances = await runDisturbances(disturbed, load, options);
    healFaults(disturbed);
    // So that nothing in the books is of a time to come.
    setClock(disturbed, disturbed.clock.farthest);
    progress('waiting for the last answers');
    await load.stop();
    // So that nothing is under way any more, and what follows is read by a process that knows nothing.
    await rig.killRunner();
    const overtaken = await repeatRequests(operators, network, observed);
    const checked = await runChecks({ rig, operators, observations: observed }, progress);
    return buildReport({ options, load, network, disturbances, overtaken, checked });
  } finally {
    void load.stop();
  }
}

/** One mood after the other until it is enough; how often each disturbance was there. */
async function runDisturbances(
  on: DisturbanceTarget,
  load: SoakLoad,
  { isEnough, answersPerDisturbance: moodLength, progress }: SoakOptions,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const nextMood = buildDealer(possibleDisturbances, on.draw);
  const nextEvent = buildDealer(incidents, on.draw);
  const begin = async (one: SoakDisturbance) => {
    counts.set(one.name, (counts.get(one.name) ?? 0) + 1);
    await one.begin(on);
  };
  let over = 0;
  const isOver = () => isEnough(load.answered(), over);
  while (!isOver()) {
    const start = load.answered();
    const [condition, event] = [nextMood(), nextEvent()];
    const show = () => progress(`${load.answered()} answered: ${condition.name}, ${event.name}`);
    await begin(condition);
    await waitUntil(load, () => isOver() || load.answered() >= start + moodLength / 2, show);
    await begin(event);
    await waitUntil(load, () => isOver() || load.answered() >= start + moodLength, show);
    healFaults(on);
    over += 1;
  }
  return counts;
}

/** Each of them in a random order, and then again in another one. */
function buildDealer<One>(all: readonly One[], draw: () => number): () => One {
  let deck: One[] = [];
  return () => {
    if (deck.length === 0) deck = all.toSorted(() => draw() - 0.5);
    return deck.pop() as One;
  };
}

async function waitUntil(load: SoakLoad, isSo: () => boolean, show: () => void): Promise<void> {
  let [last, since] = [load.answered(), performance.now()];
  while (!isSo()) {
    show();
    await sleep(PAUSE_MS);
    const answered = load.answered();
    if (answered !== last) [last, since] = [answered, performance.now()];
    if (performance.now() - since > STUCK_MS) throw new Error('No request is answered any more.');
  }
}

async function runChecks(
  scene: SoakState,
  progress: (line: string) => void,
): Promise<CheckResult[]> {
  const all: CheckResult[] = [];
  for (const check of checks) {
    progress(`checking ${check.name}`);
    all.push(await check(scene));
  }
  return all;
}

interface SoakResults {
  readonly options: SoakOptions;
  readonly load: SoakLoad;
  readonly network: SoakNetwork;
  readonly disturbances: ReadonlyMap<string, number>;
  readonly overtaken: number;
  readonly checked: readonly CheckResult[];
}

function buildReport(results: SoakResults): SoakReport {
  const { options, load, network, disturbances, overtaken, checked } = results;
  const { observations: observed } = load;
  const refused = new Map<string, number>();
  for (const [code, count] of observed.flatMap((observations) => [...observations.refused])) {
    refused.set(code, (refused.get(code) ?? 0) + count);
  }
  return {
    seed: options.seed,
    answered: load.answered(),
    acknowledged: observed.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0),
    refused,
    disturbances,
    attempts: network.counts,
    overtaken,
    checked: checked.map(({ subject: what }) => what),
    findings: [
      ...observed.flatMap(({ problems: complaints }) => complaints),
      ...findUnexpectedFailures(join(options.folder, 'data', 'log')),
      ...checked.flatMap(({ findings }) => findings),
    ],
  };
}

/** What the functions themselves call a fault of ours. */
function findUnexpectedFailures(folder: string): string[] {
  return readdirSync(folder).flatMap((file) => {
    const lines = readFileSync(join(folder, file), 'utf8').split('\n');
    return lines.filter((line) => line.includes('"outcome":"unexpected"'));
  });
}
