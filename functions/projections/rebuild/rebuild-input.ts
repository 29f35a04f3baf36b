// What the tasks of a rebuild pass to each other in the state of the state machine.
import type { ReadModelName } from '../../domain/projections/projector.ts';
import type { ProjectionGeneration, Key } from '../../ledger/store/keys.ts';
import type { Store } from '../../ledger/store/store.ts';
import { computeGraceMs } from './rebuild.ts';

/** The input of an execution. */
export interface RebuildRequest {
  readonly projection: ReadModelName;
  /** The number of segments that are read in parallel; a resumed rebuild keeps its own. */
  readonly segments?: number;
}

/** A generation to fill. */
export interface RebuildStart extends RebuildRequest, ProjectionGeneration {
  readonly next: 'FILL';
  /** The numbers of the segments, and their count. */
  readonly parts: readonly number[];
  readonly of: number;
}

export interface RebuildSegment extends ProjectionGeneration {
  readonly segment: number;
  readonly of: number;
}

/** The progress of a segment. */
export interface SegmentResult extends RebuildSegment {
  readonly isDone: boolean;
  readonly receipts: number;
  /** Events that cannot be applied. */
  readonly failed: number;
}

/** An old generation to remove, of this rebuild or of an earlier one. */
export interface RebuildEnding extends RebuildRequest {
  readonly next: 'RETIRE' | 'SWEEP';
  readonly old: number;
  /** How long readers may still read the old generation. */
  readonly graceSeconds: number;
  /** Whether the requested rebuild is then complete; otherwise it starts afterwards. */
  readonly isRebuilt: boolean;
}

export interface SweepInput extends RebuildEnding {
  /** The key after which the sweep continues. */
  readonly start?: Key;
}

/** The wait of a state machine, which counts in whole seconds. */
export function computeGraceSeconds(store: Store): number {
  return Math.ceil(computeGraceMs(store) / 1_000);
}
