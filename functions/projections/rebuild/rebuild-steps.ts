// The steps of a rebuild, each of which can be interrupted anywhere and repeated: fill a new generation
// from all receipts while the old one stays active, swap them, and remove the old one.
import type { ReadModelName } from '../../domain/projections/projector.ts';
import { UnreadableEventError } from '../../domain/projections/event-payload.ts';
import { RetryableError } from '../../ledger/store/retries.ts';
import type { Item } from '../../ledger/store/item.ts';
import type { ProjectionGeneration } from '../../ledger/store/keys.ts';
import {
  buildSegmentKey,
  changeControl,
  readControl,
} from '../../ledger/projections/generations.ts';
import type { Generations } from '../../ledger/projections/generations.ts';
import {
  readSegment,
  readSegments,
  scanPage,
  writeSegment,
} from '../../ledger/projections/segments.ts';
import type { SegmentState } from '../../ledger/projections/segments.ts';
import { SealedTenants } from '../../ledger/evidence/tenants.ts';
import { readReceiptEvents } from '../../ledger/commit/receipt-feed.ts';
import type { ReceiptEvents } from '../../ledger/commit/receipt-feed.ts';
import type { Store } from '../../ledger/store/store.ts';
import { applyReceipts } from '../apply-receipts.ts';

/** A rebuild in progress. */
export interface Rebuild extends ProjectionGeneration {
  readonly segments: number;
}

const CHANGES_MAX = 20;
/** Limits the size of the checkpoint: further failures add no information. */
const FAILED_MAX = 1_000;

/**
 * Starts a rebuild, or resumes the one in progress. From then on both generations receive new events.
 * Returns undefined while an earlier rebuild is unfinished: its old generation must be retired and
 * swept first. Gives up one that was started before another table took the place of the receipts, which
 * may lack what it has read (docs/runbook.md, Restore); its generation is swept with the old one.
 */
export async function startRebuild(
  store: Store,
  projection: ReadModelName,
  segments: number,
): Promise<Rebuild | undefined> {
  const after = await changeGenerations(store, projection, (now) => {
    const { active, building, retiring, leftover } = now;
    const isBusy = [retiring, leftover].some((one) => one !== undefined);
    if (isBusy || (building !== undefined && readsPresentReceipts(store, now))) return now;
    const { receiptsTable } = store;
    const since = formatNow();
    return { active, building: (building ?? active) + 1, segments, since, receiptsTable };
  });
  if (after.building === undefined) return undefined;
  return { projection, generation: after.building, segments: after.segments ?? segments };
}

function readsPresentReceipts({ receiptsTable: present }: Store, now: Generations): boolean {
  return (now.receiptsTable ?? present) === present;
}

function formatNow(): string {
  return new Date().toISOString();
}

/** Whether the generation is still being filled: false once another process has swapped it in, or given it up. */
export async function isBuilding(
  store: Store,
  { projection, generation }: ProjectionGeneration,
): Promise<boolean> {
  const now = (await readControl(store)).projections[projection];
  return now.building === generation && readsPresentReceipts(store, now);
}

/**
 * Reads pages of a segment into the generation while there is time, and stores a checkpoint after each.
 * The tenants of the receipts are sealed from then on, also where their list was lost with the table.
 * If another worker reads the same segment, both continue from the latest checkpoint. Throws if the
 * store prevents applying an event; notes an event that cannot be applied.
 */
export async function fillSegment(
  store: Store,
  rebuild: Rebuild,
  segment: number,
  hasTime: () => boolean,
): Promise<SegmentState> {
  const key = buildSegmentKey(rebuild, segment);
  const sealedTenants = new SealedTenants();
  let state = await readSegment(store, key);
  while (!state.isDone && hasTime() && (await isBuilding(store, rebuild))) {
    const page = { segment, of: rebuild.segments, start: state.next };
    const { items, next } = await scanPage(store, store.receiptsTable, page);
    const { receipts, unreadable } = readReceipts(items);
    await sealedTenants.add(
      store,
      receipts.map(({ tenant }) => tenant),
    );
    const failed = [...unreadable, ...(await applyPage(store, rebuild, receipts))];
    const after: SegmentState = {
      ...(next && { next }),
      isDone: next === undefined,
      receipts: state.receipts + items.length,
      failed: [...new Set([...state.failed, ...failed])].slice(0, FAILED_MAX),
    };
    const isOurs = await writeSegment(store, key, { seen: state, next: after });
    state = isOurs ? after : await readSegment(store, key);
  }
  return state;
}

async function applyPage(
  store: Store,
  { projection, generation }: ProjectionGeneration,
  receipts: readonly ReceiptEvents[],
): Promise<string[]> {
  const failed = await applyReceipts(store, receipts, { [projection]: [generation] });
  const transient = failed.find(({ error }) => !(error instanceof UnreadableEventError));
  if (transient) throw transient.error;
  return failed.map(({ event }) => event.id);
}

function readReceipts(items: readonly Item[]) {
  const receipts: ReceiptEvents[] = [];
  const unreadable: string[] = [];
  for (const item of items) {
    try {
      receipts.push(readReceiptEvents(item));
    } catch {
      // Use the same name as for an unreadable receipt from the stream.
      unreadable.push(`receipt:${item.PK}`);
    }
  }
  return { receipts, unreadable };
}

/**
 * Makes the new generation active, once all segments are read. The old one still receives events. Returns the
 * generations after it; throws if the new one was given up.
 */
export async function swapGenerations(store: Store, rebuild: Rebuild): Promise<Generations> {
  const { projection, generation, segments } = rebuild;
  const read = await readSegments(store, rebuild);
  return changeGenerations(store, projection, (now) => {
    const isGivenUp =
      now.building === generation ? !readsPresentReceipts(store, now) : now.active < generation;
    if (isGivenUp) throw new Error(`generation ${generation} is of receipts that were replaced`);
    if (now.building !== generation) return now;
    const done = read.filter(({ state }) => state.isDone).length;
    if (done < segments) throw new Error(`${done} of ${segments} segments are read`);
    const { active: retiring, since } = now;
    return { active: generation, retiring, ...(since !== undefined && { since }) };
  });
}

/** Stops writing to a generation that readers no longer read, unless that has happened already. */
export async function retireGeneration(
  store: Store,
  { projection, generation }: ProjectionGeneration,
): Promise<void> {
  await changeGenerations(store, projection, (now) => {
    const { retiring, ...others } = now;
    return retiring === generation ? { ...others, leftover: generation } : now;
  });
}

/** Changes the generations of a projection; computes the change again if another writer came first. */
export async function changeGenerations(
  store: Store,
  projection: ReadModelName,
  next: (now: Generations) => Generations,
): Promise<Generations> {
  for (let count = 1; ; count += 1) {
    const control = await readControl(store);
    const now = control.projections[projection];
    const wanted = next(now);
    if (JSON.stringify(wanted) === JSON.stringify(now)) return now;
    try {
      await changeControl(store, control, projection, wanted);
      return wanted;
    } catch (error) {
      if (!(error instanceof RetryableError) || count === CHANGES_MAX) throw error;
    }
  }
}
