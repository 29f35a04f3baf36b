// The plan of a verification in segments: what all segments of its present round share.
import { deserialize, serialize } from 'node:v8';
import { buildRunIdentity, RUN_MAX_MS } from '../audit-run.ts';
import type { RunIdentity, SavedRun } from '../audit-run.ts';
import type { SummaryData } from '../check.ts';
import { FIRST_ROUND } from '../rounds.ts';
import type { Round } from '../rounds.ts';
import type { ScanSection } from '../scan.ts';
import type { Key } from '../../ledger/store/keys.ts';

/** Keeps what a run has gathered, so that it continues where it was stopped. */
export interface CheckpointStore {
  /** Undefined if there is none. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Replaces the checkpoint with this name, as a whole or not at all. */
  write(name: string, bytes: Uint8Array): Promise<void>;
}

export interface RunPlan {
  /** What is verified, by which code: checkpoints of other runs are not continued. */
  readonly run: string;
  /** Who carries on the run, where several may: the last that opened it. */
  readonly holder?: string | undefined;
  readonly identity: RunIdentity;
  /** From 1 on. */
  readonly number: number;
  readonly round: Round;
  readonly segments: number;
  /** What earlier rounds have found. */
  readonly found?: SavedRun;
}

/** What a segment has gathered in a round, and where it continues; without a position it is scanned. */
export interface SegmentCheckpoint {
  /** Of the run: each has its own. */
  readonly salt: string;
  readonly number: number;
  /** Another one's checkpoint may have been copied in its place. */
  readonly segment: number;
  readonly position: SegmentPosition | undefined;
  readonly found: SavedRun;
  /** By the name of the check. */
  readonly summaries: ReadonlyMap<string, SummaryData>;
}

export interface SegmentPosition {
  readonly section: ScanSection;
  readonly after: Key | undefined;
}

const PLAN = 'plan';

/** Older runs are not continued: what was made since their start is not compared. */
const CONTINUED_MS = RUN_MAX_MS / 2;

/** Whether too much was made since the start of the run for it to continue. */
export function isOutdated({ identity }: Pick<RunPlan, 'identity'>): boolean {
  return Date.now() - identity.startedAt >= CONTINUED_MS;
}

/** The plan of the run that was stopped, or else of a new one; from now on its holder is this one. */
export async function openRun(
  checkpoints: CheckpointStore,
  { run, segments, holder }: Pick<RunPlan, 'run' | 'segments' | 'holder'>,
): Promise<RunPlan> {
  const stored = await readPlan(checkpoints);
  const isContinued = stored?.run === run && !isOutdated(stored);
  if (isContinued && stored.holder === holder) return stored;
  const plan = isContinued
    ? { ...stored, holder }
    : { run, holder, identity: buildRunIdentity(), number: 1, round: FIRST_ROUND, segments };
  await writePlan(checkpoints, plan);
  return plan;
}

/** The plan of the run that has not ended; undefined if there is none. */
export async function readPlan(checkpoints: CheckpointStore): Promise<RunPlan | undefined> {
  const bytes = await checkpoints.read(PLAN);
  return bytes && bytes.length > 0 ? (readIntact(bytes) as RunPlan | undefined) : undefined;
}

/** From now on the run is not continued. */
export function endRun(checkpoints: CheckpointStore): Promise<void> {
  return checkpoints.write(PLAN, Buffer.alloc(0));
}

export function writePlan(checkpoints: CheckpointStore, plan: RunPlan): Promise<void> {
  return checkpoints.write(PLAN, serialize(plan));
}

export function writeSegment(
  checkpoints: CheckpointStore,
  checkpoint: SegmentCheckpoint,
): Promise<void> {
  return checkpoints.write(nameSegment(checkpoint.segment), serialize(checkpoint));
}

/** What the segment has gathered in this round; undefined if nothing. */
export async function readSegment(
  checkpoints: CheckpointStore,
  segment: number,
  { identity, number }: Pick<RunPlan, 'identity' | 'number'>,
): Promise<SegmentCheckpoint | undefined> {
  const bytes = await checkpoints.read(nameSegment(segment));
  const stored = bytes && (readIntact(bytes) as SegmentCheckpoint | undefined);
  const isOfRound = stored?.salt === identity.salt && stored.number === number;
  return isOfRound && stored.segment === segment ? stored : undefined;
}

// What is lost with a damaged checkpoint is gathered again.
function readIntact(bytes: Uint8Array): unknown {
  try {
    return deserialize(bytes);
  } catch {
    return undefined;
  }
}

function nameSegment(segment: number): string {
  return `segment-${segment}`;
}
