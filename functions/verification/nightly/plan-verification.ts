// The first task: takes over the run that was stopped, or begins one, and divides the tables into segments.
import { describeLedger } from '../../ledger/verdicts/ledger-identity.ts';
import { openRun } from '../segments/run-plan.ts';
import { formatRun, listSegments, nightlyTask } from './nightly-task.ts';
import type { NightlyInput, NightlyRound } from './nightly-task.ts';
import { countSegments } from './segment-sizes.ts';

export const handler = nightlyTask<NightlyInput, NightlyRound>(
  'planVerification',
  async ({ verification, checkpoints, codeVersion }, { execution }) => {
    const { store, evidence } = verification;
    const { identity, items } = await describeLedger(store, evidence?.name);
    const segments = countSegments(items);
    const run = formatRun(identity, codeVersion);
    const plan = await openRun(checkpoints, { run, segments, holder: execution });
    return { execution, segments: listSegments(plan.segments) };
  },
);
