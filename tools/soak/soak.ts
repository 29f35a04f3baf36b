// A soak test: operators work over HTTP on the runner of the template under disturbances. Afterwards no
// acknowledged write may be lost, repeated or changed.
import { join } from 'node:path';
import { checkAccounts } from './checks/accounts.ts';
import { checkBatches } from './checks/batches.ts';
import { checkEvidence } from './checks/evidence.ts';
import { countCombined, findNoneCombined, findUnexpectedFailures } from './checks/function-logs.ts';
import type { CombiningTotals } from './checks/function-logs.ts';
import { checkGeneralLedger } from './checks/general-ledger.ts';
import { startSealing } from './checks/kept-checkpoints.ts';
import { checkLedger } from './checks/ledger.ts';
import type { SoakCheck, CheckResult } from './checks/check.ts';
import { checkMoney } from './checks/money.ts';
import { checkProjections } from './checks/projections.ts';
import { checkRecords } from './checks/records.ts';
import { checkReplays } from './checks/replays.ts';
import { runChecks } from './checks/run-checks.ts';
import { checkTieOut } from './checks/tie-out.ts';
import { checkWebhooks } from './checks/webhooks.ts';
import { buildTarget, healFaults, setClock } from './disturbances/disturbance.ts';
import { runDisturbances } from './disturbances/run-disturbances.ts';
import type { RoundOptions } from './disturbances/run-disturbances.ts';
import { countDisturbances, findMissingDisturbances, Timeline } from './disturbances/timeline.ts';
import type { DisturbanceCount, TimelineEntry } from './disturbances/timeline.ts';
import { startLoad } from './soak-load.ts';
import type { LoadOptions, SoakLoad } from './soak-load.ts';
import { buildNetwork } from './faults/network.ts';
import type { SoakNetwork } from './faults/network.ts';
import { buildOperatorClients } from './operator-clients.ts';
import { repeatRequests } from './repeat-requests.ts';
import { buildRandomStream } from './seeded/random-streams.ts';
import { startTestRig } from './test-rig.ts';
import type { TestRig, TestRigOptions } from './test-rig.ts';
import { startFailingReceiver } from './webhooks/failing-receiver.ts';
import type { FailingReceiver } from './webhooks/failing-receiver.ts';
import { subscribe } from './soak-webhooks.ts';

/** Its `folder` is also for `timeline.ndjson`; the caller deletes it. */
export interface SoakOptions extends RoundOptions, LoadOptions, TestRigOptions {}

export interface SoakReport {
  readonly seed: number;
  readonly answered: number;
  readonly acknowledged: number;
  /** The number of refusals, by code. */
  readonly refused: ReadonlyMap<string, number>;
  /** How often each disturbance was caused and hit something, by name. */
  readonly disturbances: ReadonlyMap<string, DisturbanceCount>;
  /** What was disturbed when, in the order of the ends. */
  readonly timeline: readonly TimelineEntry[];
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

export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  options.progress('starting');
  const rig = await startTestRig(options);
  const receiver = await startFailingReceiver(buildRandomStream(options.seed, 'receiver'));
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
  const { seed, folder, progress } = options;
  const network = buildNetwork(() => rig.connection, buildRandomStream(seed, 'network'));
  const operators = buildOperatorClients(() => rig.connection, network);
  const subscribed = await subscribe(operators, receiver);
  const load = startLoad(operators, options);
  const { observations } = load;
  const sealing = startSealing(rig, observations);
  const target = buildTarget({ rig, network, load });
  const timeline = new Timeline(join(folder, 'timeline.ndjson'));
  try {
    await runDisturbances(target, load, timeline, options);
    // At an earlier time, records would have timestamps in the future.
    await setClock(target, target.clock.farthest);
    progress('waiting for the last answers');
    await load.stop();
    const checkpoints = await sealing.stop();
    // A new process serves the checks, so no request is in flight and no cache from the load remains.
    await rig.killRunner();
    const superseded = await repeatRequests(operators, network, observations);
    const advanceClock = async (ms: number) => {
      await setClock(target, target.clock.farthest + ms);
    };
    const state = { rig, operators, observations, checkpoints, subscribed, advanceClock };
    const checked = await runChecks(checks, state, progress);
    return buildReport({ options, load, network, timeline, superseded, checked });
  } finally {
    timeline.end();
    await healFaults(target);
    void load.stop();
    void sealing.stop();
  }
}

interface SoakResults {
  readonly options: SoakOptions;
  readonly load: SoakLoad;
  readonly network: SoakNetwork;
  readonly timeline: Timeline;
  readonly superseded: number;
  readonly checked: readonly CheckResult[];
}

function buildReport(results: SoakResults): SoakReport {
  const { options, load, network, timeline, superseded, checked } = results;
  const disturbances = countDisturbances(timeline.entries);
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
    timeline: timeline.entries,
    attempts: network.counts,
    superseded,
    combined,
    checked: checked.map(({ subject }) => subject),
    findings: [
      ...observations.flatMap(({ problems }) => problems),
      ...findMissingDisturbances(disturbances),
      ...findUnexpectedFailures(logs),
      ...findNoneCombined(combined),
      ...checked.flatMap(({ findings }) => findings),
    ],
  };
}
