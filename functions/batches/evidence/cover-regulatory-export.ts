// Asks whether the evidence log covers the period of an export. The state machine has sealed, seals again a few
// times, and asks again for a limited time.
import { openEvidenceBucket } from '../../artifacts/object-lock-bucket.ts';
import { readEvidenceBucket } from '../../runtime/environment.ts';
import { task } from '../../runtime/task.ts';
import type { BatchInput } from '../../runtime/task.ts';
import { findCoverage } from './export-evidence.ts';
import type { CoveredPeriod, EvidenceCoverage } from './export-evidence.ts';

const bucket = openEvidenceBucket(readEvidenceBucket());

/** Where the sealing of the export fails, the next minute's run has the time to do it. */
const WAIT_MS = 3 * 60_000;

/**
 * How often an export seals. The last receipts of the period may have settled a moment after the first time; more
 * often, its calls would keep the minute's run from starting, because the function runs once at a time.
 */
const SEALS_MAX = 3;

export interface CoverageAttempt extends EvidenceCoverage {
  /** Until when the export waits for a later checkpoint. */
  readonly until: string;
  /** Whether the export continues with this checkpoint. */
  readonly isOver: boolean;
  /** How often the export has sealed. */
  readonly seals: number;
  /** Whether it seals again before it asks again. */
  readonly sealsAgain: boolean;
}

interface CoverageInput extends BatchInput, CoveredPeriod {
  /** What the attempt before has found. */
  readonly coverage?: Partial<Pick<CoverageAttempt, 'until' | 'seals' | 'sealsAgain'>>;
}

export const handler = task<CoverageInput, CoverageAttempt>(
  'coverRegulatoryExport',
  async ({ input, session: { store } }) => {
    const { tenant, from, before, isAdopted, coverage } = input;
    const found = await findCoverage({ store, bucket, tenant }, { from, before, isAdopted });
    const now = Date.now();
    const until = coverage?.until ?? new Date(now + WAIT_MS).toISOString();
    const isOver = !found.isPending || now >= Date.parse(until);
    const { seals: sealsBefore = 0, sealsAgain: hasSealed = true } = coverage ?? {};
    const seals = sealsBefore + (hasSealed ? 1 : 0);
    return { ...found, until, isOver, seals, sealsAgain: !isOver && seals < SEALS_MAX };
  },
);
