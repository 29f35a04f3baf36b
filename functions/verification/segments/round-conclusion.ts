// Adds up what the segments of a round have gathered, and compares it.
import { AuditRun } from '../audit-run.ts';
import { beginPasses, concludePasses } from '../rounds.ts';
import { buildVerdict } from '../verify.ts';
import type { VerificationVerdict } from '../verify.ts';
import { isOutdated, readSegment, writePlan } from './run-plan.ts';
import type { RunPlan } from './run-plan.ts';
import { addSegment } from './segment-scan.ts';
import type { RoundWork } from './segment-scan.ts';

export type RoundConclusion =
  /** Some segments are not scanned yet. */
  | { readonly type: 'unscanned' }
  | { readonly type: 'next round'; readonly plan: RunPlan }
  | { readonly type: 'verdict'; readonly verdict: VerificationVerdict };

/**
 * The verdict of the run, or the plan of its next round. Of a run that cannot continue, because it is outdated or
 * `isStopped`, the verdict is unfinished and has what the segments have found so far. Holds the summary of one
 * segment at a time besides their sum. May be repeated.
 */
export async function concludeRound(work: RoundWork, isStopped = false): Promise<RoundConclusion> {
  const { verification, checkpoints } = work;
  const { found, ...plan } = work.plan;
  const run = new AuditRun(verification, plan.identity);
  if (found) run.add(found);
  const passes = beginPasses(run, plan.round);
  let isScanned = true;
  for (let segment = 0; segment < plan.segments; segment += 1) {
    const checkpoint = await readSegment(checkpoints, segment, plan);
    if (!checkpoint || checkpoint.position) isScanned = false;
    if (checkpoint) addSegment(run, passes, checkpoint);
  }
  if (!isScanned) {
    if (!isStopped && !isOutdated(plan)) return { type: 'unscanned' };
    for (const { pass } of passes) await pass.reportPartial?.();
    return { type: 'verdict', verdict: buildVerdict(run, false) };
  }
  const round = await concludePasses(passes, plan.round);
  if (!round) return { type: 'verdict', verdict: buildVerdict(run, true) };
  const next = { ...plan, number: plan.number + 1, round, found: run.save() };
  await writePlan(checkpoints, next);
  return { type: 'next round', plan: next };
}
