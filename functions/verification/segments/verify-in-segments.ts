// Verifies the ledger in segments that continue at their checkpoints, so that a run may be stopped at any time.
import { describeLedger } from '../../ledger/verdicts/ledger-identity.ts';
import type { Verification } from '../audit-run.ts';
import type { VerificationVerdict } from '../verify.ts';
import { concludeRound } from './round-conclusion.ts';
import { isOutdated, openRun } from './run-plan.ts';
import type { CheckpointStore, RunPlan } from './run-plan.ts';
import { scanLedgerSegment } from './segment-scan.ts';
import type { RoundWork } from './segment-scan.ts';

export interface SegmentedVerification {
  readonly verification: Omit<Verification, 'isOver' | 'requests' | 'onProgress'>;
  readonly checkpoints: CheckpointStore;
  /** Of the code with all checks: what another version has gathered is not continued. */
  readonly codeVersion: string;
  /** Scanned at the same time; a run that continues keeps the number that it started with. */
  readonly segments: number;
  /** Builds, for each stretch of work until the next checkpoint, the question whether it is over. */
  readonly startStretch: () => () => boolean;
  /** Receives the state of the run whenever a segment has a new checkpoint. */
  readonly onProgress?: (progress: SegmentProgress) => void;
}

export interface SegmentProgress {
  readonly round: number;
  readonly scanned: number;
  readonly segments: number;
}

/**
 * Continues the run of this ledger, this tenant and this code that was stopped, or starts one. Half a day after its
 * start it ends, and its verdict is unfinished.
 */
export async function verifyInSegments(
  segmented: SegmentedVerification,
): Promise<VerificationVerdict> {
  const { verification, checkpoints, codeVersion, segments } = segmented;
  const { store, evidence, tenant } = verification;
  const { identity: ledger } = await describeLedger(store, evidence?.name);
  const run = JSON.stringify([ledger, tenant ?? null, codeVersion]);
  let plan: RunPlan = await openRun(checkpoints, { run, segments });
  for (;;) {
    await scanRound(segmented, plan);
    const conclusion = await concludeRound({ verification, checkpoints, plan });
    if (conclusion.type === 'verdict') return conclusion.verdict;
    if (conclusion.type === 'next round') plan = conclusion.plan;
  }
}

async function scanRound(segmented: SegmentedVerification, plan: RunPlan): Promise<void> {
  const { verification, checkpoints, startStretch, onProgress } = segmented;
  const { number: round, segments } = plan;
  let scanned = 0;
  const scanOne = async (segment: number) => {
    let isScanned = false;
    while (!isScanned && !isOutdated(plan)) {
      const isOver = startStretch();
      const work: RoundWork = { verification: { ...verification, isOver }, checkpoints, plan };
      isScanned = await scanLedgerSegment(work, segment);
      if (isScanned) scanned += 1;
      onProgress?.({ round, scanned, segments });
    }
  };
  await Promise.all(Array.from({ length: segments }, (_, segment) => scanOne(segment)));
}
