// Begins a rebuild, or finds what an earlier one has left to be done before it.
import { projectionNames } from '../../domain/projections/projector.ts';
import { readControl } from '../../ledger/projections/generations.ts';
import type { Store } from '../../ledger/store/store.ts';
import { GRACE_SECONDS } from './rebuild-state.ts';
import type { Begun, Ending, Wanted } from './rebuild-state.ts';
import { begin } from './rebuild-steps.ts';
import { rebuildTask } from './rebuild-task.ts';

const SEGMENTS = 8;
/** As many as a state machine may have beside each other. */
const SEGMENTS_MAX = 40;

/** What nobody can rebuild; the machine does not try it again. */
class WrongRebuild extends Error {
  override readonly name = 'WrongRebuild';
}

export const handler = rebuildTask<Wanted, Begun | Ending>(
  'beginProjectionRebuild',
  async (store, { projection, segments = SEGMENTS }) => {
    refuseWrong({ projection, segments });
    return next(store, { projection, segments });
  },
);

function refuseWrong({ projection, segments }: Required<Wanted>): void {
  const names = projectionNames.join(', ');
  if (!projectionNames.includes(projection)) {
    throw new WrongRebuild(`There is no projection ${String(projection)}, only ${names}.`);
  }
  if (Number.isInteger(segments) && segments >= 1 && segments <= SEGMENTS_MAX) return;
  throw new WrongRebuild(`segments is a number from 1 to ${SEGMENTS_MAX}, not ${segments}.`);
}

async function next(store: Store, wanted: Required<Wanted>): Promise<Begun | Ending> {
  const { projection, segments } = wanted;
  for (;;) {
    const run = await begin(store, projection, segments);
    if (run) {
      const parts = Array.from({ length: run.segments }, (_, segment) => segment);
      return { ...wanted, next: 'FILL', generation: run.generation, parts, of: run.segments };
    }
    const { retiring, leftover } = (await readControl(store)).projections[projection];
    const ending = { ...wanted, graceSeconds: GRACE_SECONDS, isRebuilt: false } as const;
    if (retiring !== undefined) return { ...ending, next: 'RETIRE', old: retiring };
    if (leftover !== undefined) return { ...ending, next: 'SWEEP', old: leftover };
  }
}
