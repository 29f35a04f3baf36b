// What the nightly verification consumes (docs/verify.md).
import {
  countSegments,
  ITEMS_PER_SEGMENT,
  SCAN_PERCENT,
  SEGMENTS_MAX,
  SEGMENTS_MIN,
} from '../../functions/verification/nightly/segment-sizes.ts';
import { VERIFICATION_TASKS } from '../../lib/constructs/state-machines/verification-tasks.ts';
import type { PriceName } from './prices.ts';

const TASK_SECONDS = VERIFICATION_TASKS['verify-ledger-segment'].timeoutSeconds;

export const VERIFICATION = {
  /** Counted on the engine by `npm run bench -- verification`, the general ledger included. */
  readUnitsPerThousandEntries: 530n,
  /** An account without entries: its terms, its balance, the receipt, and the query for its entries. */
  readUnitsPerAccount: 2n,
  /**
   * In a function of the assumed size, which has a little more than half a processor: rather less than half of what the
   * benchmark measures for a whole one.
   */
  entriesPerSecond: 1_200n,
  itemsPerSegment: BigInt(ITEMS_PER_SEGMENT),
  segmentsMin: BigInt(SEGMENTS_MIN),
  segmentsMax: BigInt(SEGMENTS_MAX),
  /** In the table of the ledger, which is the larger one, in thousandths: an entry and half a journal entry. */
  itemsPerThousandEntries: 1_500n,
  secondsPerStretch: BigInt((TASK_SECONDS * SCAN_PERCENT) / 100),
  /** The task and the choice whether the segment is scanned. */
  transitionsPerStretch: 2n,
  /** The start of its execution and its end. */
  transitionsPerSegment: 2n,
  /** The plan, the map, the conclusion, the choice after it and the end. */
  transitionsPerRun: 5n,
  /** Its checkpoint. */
  objectWritesPerStretch: 1n,
} as const;

type VerificationQuantities = Readonly<
  Record<
    Extract<PriceName, 'readUnits' | 'invocations' | 'megabyteMs' | 'transitions' | 'objectWrites'>,
    bigint
  >
>;

export interface VerifiedLedger {
  readonly accounts: bigint;
  readonly accountEntries: bigint;
}

/** The quantities of one run over a sound ledger, in functions of this size. */
export function computeVerificationQuantities(
  { accounts, accountEntries }: VerifiedLedger,
  memoryMegabytes: bigint,
): VerificationQuantities {
  const { transitionsPerRun, transitionsPerSegment, transitionsPerStretch } = VERIFICATION;
  const milliseconds = divideUp(accountEntries * 1_000n, VERIFICATION.entriesPerSecond);
  const segments = countLedgerSegments(accountEntries);
  // The last stretch of each segment is shorter than the others.
  const stretches = milliseconds / (VERIFICATION.secondsPerStretch * 1_000n) + segments;
  return {
    readUnits:
      divideUp(accountEntries * VERIFICATION.readUnitsPerThousandEntries, 1_000n) +
      accounts * VERIFICATION.readUnitsPerAccount,
    // The one that starts the run, the plan and the conclusion.
    invocations: 3n + stretches,
    megabyteMs: milliseconds * memoryMegabytes,
    transitions:
      transitionsPerRun + segments * transitionsPerSegment + stretches * transitionsPerStretch,
    objectWrites: stretches * VERIFICATION.objectWritesPerStretch,
  };
}

function countLedgerSegments(accountEntries: bigint): bigint {
  const items = divideUp(accountEntries * VERIFICATION.itemsPerThousandEntries, 1_000n);
  return BigInt(countSegments(Number(items)));
}

function divideUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}
