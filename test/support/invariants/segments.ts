// A verification in segments, with its checkpoints in memory and little work between two of them.
import type { Verification } from '../../../functions/verification/audit-run.ts';
import type { CheckpointStore } from '../../../functions/verification/segments/run-plan.ts';
import { verifyInSegments } from '../../../functions/verification/segments/verify-in-segments.ts';
import type { VerificationVerdict } from '../../../functions/verification/verify.ts';

interface Segmentation {
  readonly segments: number;
  /** How many records are visited between two checkpoints. */
  readonly records: number;
  readonly checkpoints?: CheckpointStore;
  readonly codeVersion?: string;
}

/** Copies the bytes, as any store does: what is changed later is not in the checkpoint. */
export function buildMemoryCheckpoints(): CheckpointStore {
  const stored = new Map<string, Uint8Array>();
  return {
    read: (name) => Promise.resolve(stored.get(name)),
    write: (name, bytes) => {
      stored.set(name, Uint8Array.from(bytes));
      return Promise.resolve();
    },
  };
}

export function verifySegments(
  verification: Omit<Verification, 'isOver'>,
  { segments, records, checkpoints = buildMemoryCheckpoints(), codeVersion = 'one' }: Segmentation,
): Promise<VerificationVerdict> {
  const startStretch = () => {
    let asked = 0;
    return () => (asked += 1) > records + 1;
  };
  return verifyInSegments({
    verification: { settleMs: 0, ...verification },
    checkpoints,
    codeVersion,
    segments,
    startStretch,
  });
}
