// Scans a segment for a few minutes, from its checkpoint on; called again until the segment is scanned.
import { isOutdated, readPlan } from '../segments/run-plan.ts';
import { scanLedgerSegment } from '../segments/segment-scan.ts';
import { isOfOtherCode, nightlyTask } from './nightly-task.ts';
import type { NightlyInput } from './nightly-task.ts';
import { SCAN_PERCENT } from './segment-sizes.ts';

interface SegmentInput extends NightlyInput {
  readonly segment: number;
}

interface SegmentEnd extends SegmentInput {
  /** Whether nothing is left to do for it here: it is scanned, or this execution does not carry on the run. */
  readonly isOver: boolean;
}

export const handler = nightlyTask<SegmentInput, SegmentEnd>(
  'verifyLedgerSegment',
  async ({ verification, checkpoints, codeVersion, remainingMs }, { execution, segment }) => {
    const plan = await readPlan(checkpoints);
    const isHeld = plan?.holder === execution && !isOfOtherCode(plan.run, codeVersion);
    if (!isHeld || isOutdated(plan)) return { execution, segment, isOver: true };
    const reserveMs = (remainingMs() * (100 - SCAN_PERCENT)) / 100;
    const timed = { ...verification, isOver: () => remainingMs() < reserveMs };
    const work = { verification: timed, checkpoints, plan };
    return { execution, segment, isOver: await scanLedgerSegment(work, segment) };
  },
);
