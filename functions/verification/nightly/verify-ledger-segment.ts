// Scans a segment for a few minutes, from its checkpoint on; called again until the segment is scanned.
import { isOutdated, readPlan } from '../segments/run-plan.ts';
import { scanLedgerSegment } from '../segments/segment-scan.ts';
import { isOfOtherCode, nightlyTask } from './nightly-task.ts';
import type { NightlyInput } from './nightly-task.ts';

interface SegmentInput extends NightlyInput {
  readonly segment: number;
}

interface SegmentEnd extends SegmentInput {
  /** Whether nothing is left to do for it here: it is scanned, or this execution does not carry on the run. */
  readonly isOver: boolean;
}

/** The share of the time that the scan leaves: what it suspects may take as long to be examined again. */
const RESERVE = 0.6;

export const handler = nightlyTask<SegmentInput, SegmentEnd>(
  'verifyLedgerSegment',
  async ({ verification, checkpoints, codeVersion, remainingMs }, { execution, segment }) => {
    const plan = await readPlan(checkpoints);
    const isHeld = plan?.holder === execution && !isOfOtherCode(plan.run, codeVersion);
    if (!isHeld || isOutdated(plan)) return { execution, segment, isOver: true };
    const reserveMs = remainingMs() * RESERVE;
    const timed = { ...verification, isOver: () => remainingMs() < reserveMs };
    const work = { verification: timed, checkpoints, plan };
    return { execution, segment, isOver: await scanLedgerSegment(work, segment) };
  },
);
