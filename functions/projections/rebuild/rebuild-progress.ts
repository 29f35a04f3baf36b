// The stored progress of a projection's rebuild, whichever process runs it.
import type { ReadModelName } from '../../domain/projections/projector.ts';
import { readControl } from '../../ledger/projections/generations.ts';
import type { Generations } from '../../ledger/projections/generations.ts';
import { readSegments } from '../../ledger/projections/segments.ts';
import type { Store } from '../../ledger/store/store.ts';
import type { RebuildCounts } from './rebuild.ts';

export interface RebuildProgress extends Pick<Generations, 'active' | 'retiring' | 'leftover'> {
  /** The progress of the generation that is being filled. */
  readonly filling?: RebuildCounts;
  /** When the rebuild started. */
  readonly since?: string;
}

/** Reads the progress: two requests. */
export async function readRebuildProgress(
  store: Store,
  projection: ReadModelName,
): Promise<RebuildProgress> {
  const { projections } = await readControl(store);
  const { building: generation, segments = 0, ...now } = projections[projection];
  if (generation === undefined) return now;
  const states = (await readSegments(store, { projection, generation })).map((one) => one.state);
  const filling = {
    generation,
    segments,
    segmentsDone: states.filter(({ isDone }) => isDone).length,
    receipts: states.reduce((sum, { receipts }) => sum + receipts, 0),
    failed: states.reduce((sum, { failed }) => sum + failed.length, 0),
  };
  return { ...now, filling };
}
