// Runs a whole rebuild in one process, for the command. It first finishes an earlier rebuild; after an
// interruption it resumes from the checkpoints.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadModelName } from '../../domain/projections/projector.ts';
import { RetryableError } from '../../ledger/store/retries.ts';
import { readControl } from '../../ledger/projections/generations.ts';
import { readGenerationReuseMs } from '../../ledger/projections/reads.ts';
import type { Store } from '../../ledger/store/store.ts';
import {
  startRebuild,
  fillSegment,
  isBuilding,
  retireGeneration,
  swapGenerations,
} from './rebuild-steps.ts';
import type { Rebuild } from './rebuild-steps.ts';
import { sweepGeneration } from './sweep.ts';

export interface RebuildCounts {
  readonly generation: number;
  readonly segments: number;
  readonly segmentsDone: number;
  readonly receipts: number;
  readonly failed: number;
}

export interface RebuildOptions {
  /** The number of segments that are read in parallel; a resumed rebuild keeps its own. */
  readonly segments: number;
  report(progress: RebuildCounts): void;
  /** How long readers may still read the old generation after the swap; by default as long as on this stage. */
  readonly graceMs?: number;
}

const ATTEMPTS_MAX = 10;
const UNDER_WAY_MS = 1_000;

/** The time for which readers may still read the old generation, plus a second for requests under way. */
export function computeGraceMs(store: Store): number {
  return readGenerationReuseMs(store) + UNDER_WAY_MS;
}

/** Rebuilds the projection, deletes its old generation and returns the counts. */
export async function rebuildProjection(
  store: Store,
  projection: ReadModelName,
  options: RebuildOptions,
): Promise<RebuildCounts> {
  const counts = await serveNewGeneration(store, projection, options);
  await deleteOldGeneration(store, projection, options.graceMs);
  return counts;
}

/** Fills a new generation, makes it serve, and returns the counts. The old one stays, for readers. */
export async function serveNewGeneration(
  store: Store,
  projection: ReadModelName,
  { segments, report, graceMs }: RebuildOptions,
): Promise<RebuildCounts> {
  const run = await startAfterEarlierRebuild(store, projection, { segments, graceMs });
  const parts = new Map<number, Pick<RebuildCounts, 'receipts' | 'failed'> & { isDone: boolean }>();
  const progress = (): RebuildCounts => {
    const all = [...parts.values()];
    return {
      generation: run.generation,
      segments: run.segments,
      segmentsDone: all.filter(({ isDone }) => isDone).length,
      receipts: all.reduce((sum, one) => sum + one.receipts, 0),
      failed: all.reduce((sum, one) => sum + one.failed, 0),
    };
  };
  await runSegments(run, async (segment) => {
    const state = await retryStep(() => fillSegment(store, run, segment, limitToOnePage()));
    parts.set(segment, { ...state, failed: state.failed.length });
    report(progress());
    return state.isDone || !(await isBuilding(store, run));
  });
  await swapGenerations(store, run);
  return progress();
}

async function startAfterEarlierRebuild(
  store: Store,
  projection: ReadModelName,
  { segments, graceMs }: Pick<RebuildOptions, 'segments' | 'graceMs'>,
): Promise<Rebuild> {
  for (;;) {
    const run = await startRebuild(store, projection, segments);
    if (run) return run;
    await deleteOldGeneration(store, projection, graceMs);
  }
}

async function runSegments(
  { segments }: Rebuild,
  isFinished: (segment: number) => Promise<boolean>,
): Promise<void> {
  const all = Array.from({ length: segments }, async (_, segment) => {
    while (!(await isFinished(segment)));
  });
  await Promise.all(all);
}

/** Allows one page per call, so that progress is reported after each. */
function limitToOnePage(): () => boolean {
  let pages = 0;
  return () => pages++ === 0;
}

/** Deletes the generation that served before, once no reader reads it any more. */
export async function deleteOldGeneration(
  store: Store,
  projection: ReadModelName,
  graceMs = computeGraceMs(store),
): Promise<void> {
  const { retiring } = (await readControl(store)).projections[projection];
  if (retiring !== undefined) {
    await sleep(graceMs);
    await retryStep(() => retireGeneration(store, { projection, generation: retiring }));
  }
  const { leftover } = (await readControl(store)).projections[projection];
  if (leftover !== undefined) {
    const old = { projection, generation: leftover };
    await retryStep(() => sweepGeneration(store, old, { hasTime: () => true }));
  }
}

async function retryStep<Result>(step: () => Promise<Result>): Promise<Result> {
  for (let count = 1; ; count += 1) {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof RetryableError) || count === ATTEMPTS_MAX) throw error;
      await sleep(Math.random() * 100 * 2 ** count);
    }
  }
}
