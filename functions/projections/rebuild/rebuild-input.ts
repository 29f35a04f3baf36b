// What the tasks of a rebuild hand on to each other in the state of the machine.
import type { ProjectionName } from '../../domain/projections/projector.ts';
import type { ProjectionGeneration, Key } from '../../ledger/store/keys.ts';
import { GRACE_MS } from './rebuild.ts';

/** What an execution is started with. */
export interface RebuildRequest {
  readonly projection: ProjectionName;
  /** In how many parts the receipts are read at the same time; a rebuild taken up keeps its own. */
  readonly segments?: number;
}

/** A generation to be filled. */
export interface RebuildStart extends RebuildRequest, ProjectionGeneration {
  readonly next: 'FILL';
  /** The numbers of the segments, and how many they are. */
  readonly parts: readonly number[];
  readonly of: number;
}

export interface RebuildSegment extends ProjectionGeneration {
  readonly segment: number;
  readonly of: number;
}

/** How far a part has come. */
export interface SegmentResult extends RebuildSegment {
  readonly isDone: boolean;
  readonly receipts: number;
  /** Events that cannot be applied. */
  readonly failed: number;
}

/** An old generation that is to go, of this rebuild or of one before it. */
export interface RebuildEnding extends RebuildRequest {
  readonly next: 'RETIRE' | 'SWEEP';
  readonly old: number;
  /** How long readers may still read it. */
  readonly graceSeconds: number;
  /** Whether what was asked for is done with it; else it begins afterwards. */
  readonly isRebuilt: boolean;
}

export interface SweepInput extends RebuildEnding {
  /** Where the sweep goes on. */
  readonly start?: Key;
}

export const GRACE_SECONDS = GRACE_MS / 1_000;
