// What the tasks of a rebuild hand on to each other in the state of the machine.
import type { ProjectionName } from '../../domain/projections/projector.ts';
import type { Generation, Key } from '../../ledger/store/keys.ts';
import { GRACE_MILLISECONDS } from './rebuild.ts';

/** What an execution is started with. */
export interface Wanted {
  readonly projection: ProjectionName;
  /** In how many parts the receipts are read at the same time; a rebuild taken up keeps its own. */
  readonly segments?: number;
}

/** A generation to be filled. */
export interface Begun extends Wanted, Generation {
  readonly next: 'FILL';
  /** The numbers of the segments, and how many they are. */
  readonly parts: readonly number[];
  readonly of: number;
}

export interface Part extends Generation {
  readonly segment: number;
  readonly of: number;
}

/** How far a part has come. */
export interface Filled extends Part {
  readonly isDone: boolean;
  readonly receipts: number;
  /** Events that cannot be applied. */
  readonly failed: number;
}

/** An old generation that is to go, of this rebuild or of one before it. */
export interface Ending extends Wanted {
  readonly next: 'RETIRE' | 'SWEEP';
  readonly old: number;
  /** How long readers may still read it. */
  readonly graceSeconds: number;
  /** Whether what was asked for is done with it; else it begins afterwards. */
  readonly isRebuilt: boolean;
}

export interface Sweeping extends Ending {
  /** Where the sweep goes on. */
  readonly start?: Key;
}

export const GRACE_SECONDS = GRACE_MILLISECONDS / 1_000;
