// The last task of each round: compares what all segments have gathered, and reports the verdict or asks for another
// round.
import { writeTenantVerdicts } from '../../ledger/verdicts/verdicts.ts';
import type { Store } from '../../ledger/store/store.ts';
import { recordDifference, recordRemark, recordVerification } from '../../runtime/telemetry.ts';
import { concludeRound } from '../segments/round-conclusion.ts';
import { endRun, readPlan } from '../segments/run-plan.ts';
import type { VerificationVerdict } from '../verify.ts';
import { isOfOtherCode, listSegments, nightlyTask } from './nightly-task.ts';
import type { NightlyInput, NightlyRound } from './nightly-task.ts';

interface RoundEnd extends NightlyInput {
  /** Set when segments failed although they were repeated. */
  readonly failure?: unknown;
}

type VerdictSummary = Omit<VerificationVerdict, 'differences' | 'differencesByTenant' | 'remarks'>;

type NextStep =
  | ({ readonly next: 'SCAN' } & NightlyRound)
  /** Another version was deployed, whose checks begin again. */
  | ({ readonly next: 'PLAN' } & NightlyInput)
  /** Without a verdict if another execution has taken over the run. */
  | ({ readonly next: 'END' | 'FAIL'; readonly verdict?: VerdictSummary } & NightlyInput);

export const handler = nightlyTask<RoundEnd, NextStep>(
  'concludeVerification',
  async ({ verification, checkpoints, codeVersion }, { execution, failure }) => {
    const plan = await readPlan(checkpoints);
    if (plan?.holder !== execution) return { next: 'END', execution };
    if (isOfOtherCode(plan.run, codeVersion)) return { next: 'PLAN', execution };
    const work = { verification, checkpoints, plan };
    const conclusion = await concludeRound(work, failure !== undefined);
    if (conclusion.type !== 'verdict') {
      return { next: 'SCAN', execution, segments: listSegments(plan.segments) };
    }
    const verdict = await report(verification.store, conclusion.verdict);
    // An execution that is started within half a day continues an unfinished run.
    if (verdict.isFinished) await endRun(checkpoints);
    return { next: verdict.isFinished ? 'END' : 'FAIL', execution, verdict };
  },
);

async function report(
  store: Store,
  { differences, differencesByTenant, remarks, ...verdict }: VerificationVerdict,
): Promise<VerdictSummary> {
  for (const difference of differences) recordDifference(difference);
  for (const remark of remarks) recordRemark(remark);
  recordVerification(verdict, {
    Checked: Object.values(verdict.checked).reduce((sum, count) => sum + count, 0),
    Differences: verdict.differenceCount,
    Unfinished: verdict.isFinished ? 0 : 1,
  });
  // The metrics raise the alarms, so they are first.
  await writeTenantVerdicts(store, {
    verifiedAt: new Date().toISOString(),
    isFinished: verdict.isFinished,
    differencesByTenant,
  });
  return verdict;
}
