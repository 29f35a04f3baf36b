// A soak test: operators work over HTTP on the runner of the template under disturbances. Afterwards no
// acknowledged write may be lost, repeated or changed.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineName } from '../../local/engines/engine-command.ts';
import { buildSeededDraws } from '../scale/seeded-draws.ts';
import { checkAccounts } from './checks/accounts.ts';
import { checkBatches } from './checks/batches.ts';
import { checkEvidence } from './checks/evidence.ts';
import { countCombined, findNoneCombined, findUnexpectedFailures } from './checks/function-logs.ts';
import type { CombiningTotals } from './checks/function-logs.ts';
import { checkGeneralLedger } from './checks/general-ledger.ts';
import { startSealing } from './checks/kept-checkpoints.ts';
import { checkLedger } from './checks/ledger.ts';
import type { SoakCheck, CheckResult, SoakState } from './checks/check.ts';
import { checkMoney } from './checks/money.ts';
import { checkProjections } from './checks/projections.ts';
import { checkRecords } from './checks/records.ts';
import { checkReplays } from './checks/replays.ts';
import { checkTieOut } from './checks/tie-out.ts';
import { checkWebhooks } from './checks/webhooks.ts';
import { incidents, healFaults, lastingDisturbances, setClock } from './faults/disturbances.ts';
import type { SoakDisturbance, DisturbanceTarget } from './faults/disturbances.ts';
import { startLoad } from './faults/soak-load.ts';
import type { SoakLoad } from './faults/soak-load.ts';
import { buildNetwork } from './faults/network.ts';
import type { SoakNetwork } from './faults/network.ts';
import { buildOperatorClients } from './operator-clients.ts';
import { repeatRequests } from './repeat-requests.ts';
import { startTestRig } from './test-rig.ts';
import type { TestRig } from './test-rig.ts';
import { startFailingReceiver } from './webhooks/failing-receiver.ts';
import type { FailingReceiver } from './webhooks/failing-receiver.ts';
import { subscribe } from './webhooks/soak-webhooks.ts';

export interface SoakOptions {
  readonly seed: number;
  readonly engine: EngineName;
  /** An empty folder for data and logs, which the caller deletes. */
  readonly folder: string;
  /** Whether to stop after so many answered requests and completed rounds of disturbances; polled. */
  isFinished(answered: number, rounds: number): boolean;
  /** The number of answered requests in a round of disturbances. */
  readonly answersPerRound: number;
  progress(line: string): void;
}

export interface SoakReport {
  readonly seed: number;
  readonly answered: number;
  readonly acknowledged: number;
  /** The number of refusals, by code. */
  readonly refused: ReadonlyMap<string, number>;
  /** How often each disturbance was caused, by name. */
  readonly disturbances: ReadonlyMap<string, number>;
  /** The number of attempts, by status; `none` means no answer. */
  readonly attempts: ReadonlyMap<string, number>;
  /** The number of refused requests of which an earlier attempt succeeded after all. */
  readonly superseded: number;
  readonly combined: CombiningTotals;
  readonly checked: readonly string[];
  readonly findings: readonly string[];
}

const checks: readonly SoakCheck[] = [
  checkReplays,
  checkRecords,
  checkAccounts,
  checkMoney,
  checkGeneralLedger,
  checkLedger,
  checkProjections,
  checkTieOut,
  checkBatches,
  checkEvidence,
  // It steps the clock by days, so it is the last.
  checkWebhooks,
];

const PAUSE_MS = 20;
/** Without any answer for this long, the product hangs. */
const STUCK_MS = 120_000;

export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  const { folder, engine, progress } = options;
  progress('starting');
  const rig = await startTestRig({ folder, engine });
  const receiver = await startFailingReceiver(buildSeededDraws(options.seed).uniform);
  try {
    return await runSoakOn(rig, receiver, options);
  } finally {
    await receiver.stop();
    await rig.stop();
  }
}

async function runSoakOn(
  rig: TestRig,
  receiver: FailingReceiver,
  options: SoakOptions,
): Promise<SoakReport> {
  const { seed, progress } = options;
  const { uniform: draw } = buildSeededDraws(seed);
  const network = buildNetwork(() => rig.connection, draw);
  const operators = buildOperatorClients(() => rig.connection, network);
  const subscribed = await subscribe(operators, receiver);
  const load = startLoad(operators, seed);
  const { observations } = load;
  const sealing = startSealing(rig, observations);
  const target: DisturbanceTarget = { rig, network, draw, clock: { now: 0, farthest: 0 } };
  try {
    const disturbances = await runDisturbances(target, load, options);
    healFaults(target);
    // At an earlier time, records would have timestamps in the future.
    setClock(target, target.clock.farthest);
    progress('waiting for the last answers');
    await load.stop();
    const checkpoints = await sealing.stop();
    // A new process serves the checks, so no request is in flight and no cache from the load remains.
    await rig.killRunner();
    const superseded = await repeatRequests(operators, network, observations);
    const advanceClock = (ms: number) => setClock(target, target.clock.farthest + ms);
    const state = { rig, operators, observations, checkpoints, subscribed, advanceClock };
    const checked = await runChecks(state, progress);
    return buildReport({ options, load, network, disturbances, superseded, checked });
  } finally {
    void load.stop();
    void sealing.stop();
  }
}

/** Runs rounds of one lasting disturbance and one incident; counts how often each was caused. */
async function runDisturbances(
  target: DisturbanceTarget,
  load: SoakLoad,
  { isFinished, answersPerRound, progress }: SoakOptions,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const pickLasting = buildShuffledPicker(lastingDisturbances, target.draw);
  const pickIncident = buildShuffledPicker(incidents, target.draw);
  const startDisturbance = async (disturbance: SoakDisturbance) => {
    counts.set(disturbance.name, (counts.get(disturbance.name) ?? 0) + 1);
    await disturbance.start(target);
  };
  let rounds = 0;
  const isOver = () => isFinished(load.answered(), rounds);
  while (!isOver()) {
    const start = load.answered();
    const [lasting, incident] = [pickLasting(), pickIncident()];
    const show = () => progress(`${load.answered()} answered: ${lasting.name}, ${incident.name}`);
    await startDisturbance(lasting);
    await waitUntil(load, () => isOver() || load.answered() >= start + answersPerRound / 2, show);
    await startDisturbance(incident);
    await waitUntil(load, () => isOver() || load.answered() >= start + answersPerRound, show);
    healFaults(target);
    rounds += 1;
  }
  return counts;
}

/** Returns a function that picks every element once in random order, then again in another order. */
function buildShuffledPicker<Element>(
  elements: readonly Element[],
  draw: () => number,
): () => Element {
  let remaining: Element[] = [];
  return () => {
    if (remaining.length === 0) remaining = elements.toSorted(() => draw() - 0.5);
    return remaining.pop() as Element;
  };
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

async function runChecks(
  state: SoakState,
  progress: (line: string) => void,
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of checks) {
    progress(`checking ${check.name}`);
    results.push(await check(state));
  }
  return results;
}

interface SoakResults {
  readonly options: SoakOptions;
  readonly load: SoakLoad;
  readonly network: SoakNetwork;
  readonly disturbances: ReadonlyMap<string, number>;
  readonly superseded: number;
  readonly checked: readonly CheckResult[];
}

function buildReport(results: SoakResults): SoakReport {
  const { options, load, network, disturbances, superseded, checked } = results;
  const { observations } = load;
  const refused = new Map<string, number>();
  for (const [code, count] of observations.flatMap((tenant) => [...tenant.refused])) {
    refused.set(code, (refused.get(code) ?? 0) + count);
  }
  const logs = join(options.folder, 'data', 'log');
  const combined = countCombined(logs);
  return {
    seed: options.seed,
    answered: load.answered(),
    acknowledged: observations.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0),
    refused,
    disturbances,
    attempts: network.counts,
    superseded,
    combined,
    checked: checked.map(({ subject }) => subject),
    findings: [
      ...observations.flatMap(({ problems }) => problems),
      ...findUnexpectedFailures(logs),
      ...findNoneCombined(combined),
      ...checked.flatMap(({ findings }) => findings),
    ],
  };
}
