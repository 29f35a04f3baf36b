// The first task: takes over the run that was stopped, or begins one, and divides the tables into segments.
import { describeLedger } from '../../ledger/verdicts/ledger-identity.ts';
import { openRun } from '../segments/run-plan.ts';
import { formatRun, listSegments, nightlyTask } from './nightly-task.ts';
import type { NightlyInput, NightlyRound } from './nightly-task.ts';

/** So few that a segment of a large ledger takes some minutes, and that the summaries of all fit in one task. */
const ITEMS_PER_SEGMENT = 250_000;
const SEGMENTS_MIN = 4;
const SEGMENTS_MAX = 256;

export const handler = nightlyTask<NightlyInput, NightlyRound>(
  'planVerification',
  async ({ verification, checkpoints, codeVersion }, { execution }) => {
    const { store, evidence } = verification;
    const { identity, items } = await describeLedger(store, evidence?.name);
    const wanted = Math.ceil(items / ITEMS_PER_SEGMENT);
    const segments = Math.min(SEGMENTS_MAX, Math.max(SEGMENTS_MIN, wanted));
    const run = formatRun(identity, codeVersion);
    const plan = await openRun(checkpoints, { run, segments, holder: execution });
    return { execution, segments: listSegments(plan.segments) };
  },
);
