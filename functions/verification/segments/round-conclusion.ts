// Adds up what the segments of a round have gathered, and compares it.
import { AuditRun } from '../audit-run.ts';
import { beginPasses, concludePasses } from '../rounds.ts';
import { buildVerdict } from '../verify.ts';
import type { VerificationVerdict } from '../verify.ts';
import { readSegment, writePlan } from './run-plan.ts';
import type { RunPlan } from './run-plan.ts';
import { addSegment } from './segment-scan.ts';
import type { RoundWork } from './segment-scan.ts';

export type RoundConclusion =
  | { readonly type: 'next round'; readonly plan: RunPlan }
  | { readonly type: 'verdict'; readonly verdict: VerificationVerdict };

/**
 * The verdict of the run, or the plan of its next round. Holds the summary of one segment at a time besides their
 * sum. May be repeated.
 */
export async function concludeRound(work: RoundWork): Promise<RoundConclusion> {
  const { verification, checkpoints } = work;
  const { found, ...plan } = work.plan;
  const run = new AuditRun(verification, plan.identity);
  if (found) run.add(found);
  const passes = beginPasses(run, plan.round);
  for (let segment = 0; segment < plan.segments; segment += 1) {
    const checkpoint = await readSegment(checkpoints, segment, plan);
    if (!checkpoint || checkpoint.position) throw new Error(`Segment ${segment} is not scanned.`);
    addSegment(run, passes, checkpoint);
  }
  const round = await concludePasses(passes);
  if (!round) return { type: 'verdict', verdict: buildVerdict(run, true) };
  const next = { ...plan, number: plan.number + 1, round, found: run.save() };
  await writePlan(checkpoints, next);
  return { type: 'next round', plan: next };
}
