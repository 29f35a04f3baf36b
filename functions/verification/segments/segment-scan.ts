// Scans one segment of the tables for as long as the time lasts, and continues at its checkpoint.
import { AuditRun } from '../audit-run.ts';
import type { NamedPass, Verification } from '../audit-run.ts';
import { beginPasses } from '../rounds.ts';
import { scanSection, SECTIONS } from '../scan.ts';
import type { RecordReceiver } from '../scan.ts';
import { readSegment, writeSegment } from './run-plan.ts';
import type { CheckpointStore, RunPlan, SegmentCheckpoint, SegmentPosition } from './run-plan.ts';

export interface RoundWork {
  readonly verification: Verification;
  readonly checkpoints: CheckpointStore;
  readonly plan: RunPlan;
}

const START: SegmentPosition = { section: 'ledger', after: undefined };

/** Continues the segment until it is scanned, which is answered with true, or the time is over. */
export async function scanLedgerSegment(
  { verification, checkpoints, plan }: RoundWork,
  segment: number,
): Promise<boolean> {
  const before = await readSegment(checkpoints, segment, plan);
  if (before && !before.position) return true;
  // The end of a stretch interrupts no visit: what follows the last record is scanned from the checkpoint on.
  const { isOver: _, ...untimed } = verification;
  const run = new AuditRun(untimed, plan.identity);
  const passes = beginPasses(run, plan.round);
  if (before) addSegment(run, passes, before);
  const receiver = run.buildReceiver(passes, plan.number === 1);
  const scan = { verification, receiver, segment, of: plan.segments };
  const position = await scanFrom(before?.position ?? START, scan);
  for (const { pass } of passes) await pass.settle?.(() => false);
  await writeSegment(checkpoints, {
    salt: plan.identity.salt,
    number: plan.number,
    segment,
    position,
    found: run.save(),
    summaries: new Map(passes.map(({ name, pass }) => [name, pass.summary?.save()])),
  });
  return position === undefined;
}

/** Adds what a segment has gathered and found. */
export function addSegment(
  run: AuditRun,
  passes: readonly NamedPass[],
  { found, summaries }: SegmentCheckpoint,
): void {
  run.add(found);
  for (const { name, pass } of passes) pass.summary?.add(summaries.get(name));
}

interface SegmentScan {
  readonly verification: Verification;
  readonly receiver: RecordReceiver;
  readonly segment: number;
  readonly of: number;
}

/** Undefined once all sections are scanned. */
async function scanFrom(
  start: SegmentPosition,
  { verification, receiver, segment: number, of }: SegmentScan,
): Promise<SegmentPosition | undefined> {
  const { store, tenant, isOver = () => false } = verification;
  for (const section of SECTIONS.slice(SECTIONS.indexOf(start.section))) {
    const after = section === start.section ? start.after : undefined;
    const scan = { store, tenant, number, of, after, isOver };
    const end = await scanSection(section, scan, receiver);
    if (!end.isWhole) return { section, after: end.after };
  }
  return undefined;
}
