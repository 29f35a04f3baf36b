// Starts a rebuild, or returns what an earlier rebuild has left to finish first.
import { READ_MODEL_NAMES } from '../../domain/projections/projector.ts';
import { readControl } from '../../ledger/projections/generations.ts';
import type { Store } from '../../ledger/store/store.ts';
import { computeGraceSeconds } from './rebuild-input.ts';
import type { RebuildStart, RebuildEnding, RebuildRequest } from './rebuild-input.ts';
import { startRebuild } from './rebuild-steps.ts';
import { rebuildTask } from './rebuild-task.ts';

const SEGMENTS = 8;
/** The maximum concurrency of an inline map state. */
const SEGMENTS_MAX = 40;

/** An invalid request, which the state machine does not retry. */
class InvalidRebuildError extends Error {
  override readonly name = 'WrongRebuild';
}

export const handler = rebuildTask<RebuildRequest, RebuildStart | RebuildEnding>(
  'beginProjectionRebuild',
  async (store, { projection, segments = SEGMENTS }) => {
    refuseInvalidRebuild({ projection, segments });
    return startOrResumeRebuild(store, { projection, segments });
  },
);

function refuseInvalidRebuild({ projection, segments }: Required<RebuildRequest>): void {
  const names = READ_MODEL_NAMES.join(', ');
  if (!READ_MODEL_NAMES.includes(projection)) {
    throw new InvalidRebuildError(`There is no projection ${String(projection)}, only ${names}.`);
  }
  if (Number.isInteger(segments) && segments >= 1 && segments <= SEGMENTS_MAX) return;
  throw new InvalidRebuildError(`segments is a number from 1 to ${SEGMENTS_MAX}, not ${segments}.`);
}

async function startOrResumeRebuild(
  store: Store,
  wanted: Required<RebuildRequest>,
): Promise<RebuildStart | RebuildEnding> {
  const { projection, segments } = wanted;
  for (;;) {
    const run = await startRebuild(store, projection, segments);
    if (run) {
      const parts = Array.from({ length: run.segments }, (_, segment) => segment);
      return { ...wanted, next: 'FILL', generation: run.generation, parts, of: run.segments };
    }
    const { retiring, leftover } = (await readControl(store)).projections[projection];
    const ending = {
      ...wanted,
      graceSeconds: computeGraceSeconds(store),
      isRebuilt: false,
    } as const;
    if (retiring !== undefined) return { ...ending, next: 'RETIRE', old: retiring };
    if (leftover !== undefined) return { ...ending, next: 'SWEEP', old: leftover };
  }
}
