// Asks whether the evidence log covers the period of an export. The state machine seals and asks again, for a
// limited time.
import { openObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import { readEvidenceBucket } from '../../runtime/environment.ts';
import { task } from '../../runtime/task.ts';
import type { BatchInput } from '../../runtime/task.ts';
import { findCoverage } from './export-evidence.ts';
import type { CoveredPeriod, EvidenceCoverage } from './export-evidence.ts';

const bucket = openObjectLockBucket({
  name: readEvidenceBucket(),
  lockMode: 'COMPLIANCE',
});

/** With pauses of five seconds, about three minutes: longer than sealing takes. */
const TRIES_MAX = 36;

export interface CoverageAttempt extends EvidenceCoverage {
  readonly tries: number;
  /** Whether the export continues with this checkpoint. */
  readonly isOver: boolean;
}

interface CoverageInput extends BatchInput, CoveredPeriod {
  /** What the attempt before has found. */
  readonly coverage?: Pick<CoverageAttempt, 'tries'>;
}

export const handler = task<CoverageInput, CoverageAttempt>(
  'coverRegulatoryExport',
  async ({ input, session: { store } }) => {
    const { tenant, from, before, coverage } = input;
    const found = await findCoverage({ store, bucket, tenant }, { from, before });
    const tries = (coverage?.tries ?? 0) + 1;
    return { ...found, tries, isOver: !found.isPending || tries >= TRIES_MAX };
  },
);
