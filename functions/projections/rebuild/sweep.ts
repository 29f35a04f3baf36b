// After a swap: deletes what is left of older generations, and updates the status of each tenant from
// the new one.
import type { LastEvent, ReadModelName } from '../../domain/projections/projector.ts';
import { RetryableError } from '../../ledger/store/retries.ts';
import type { Item } from '../../ledger/store/item.ts';
import { keys, readKeyTenant } from '../../ledger/store/keys.ts';
import type { ProjectionGeneration, Key } from '../../ledger/store/keys.ts';
import { CONTROL_KEY, readControl } from '../../ledger/projections/generations.ts';
import { readLastEvent, requireProjectionsTable } from '../../ledger/projections/items.ts';
import { LEDGER_HEAD } from '../../domain/projections/general-ledger.ts';
import { fromRowItem } from '../../ledger/projections/general-ledger-items.ts';
import { findHead } from '../../ledger/projections/lag.ts';
import { deleteItems, readSegments, scanPage } from '../../ledger/projections/segments.ts';
import { readStatus, writeStatus } from '../../ledger/projections/status.ts';
import type { ProjectionFailure, ProjectionStatus } from '../../ledger/projections/status.ts';
import type { Store } from '../../ledger/store/store.ts';
import { changeGenerations } from './rebuild-steps.ts';

const STATUS_ATTEMPTS_MAX = 10;

interface TenantHeads {
  /** The newest records, by kind and shard. */
  readonly heads: Record<string, string>;
  /** The newest event of the active generation. */
  last?: LastEvent;
}

/** The events that the rebuild could not apply. */
interface RebuildOutcome {
  readonly projection: ReadModelName;
  readonly failed: ReadonlySet<string>;
  /** When the rebuild started. */
  readonly since: string;
}

/**
 * Scans the whole table once for the leftover generation; from `start` on, while there is time. Returns
 * where to continue, or undefined when the sweep is done, by this process or another.
 */
export async function sweepGeneration(
  store: Store,
  { projection, generation }: ProjectionGeneration,
  { start, hasTime }: { start?: Key | undefined; hasTime: () => boolean },
): Promise<Key | undefined> {
  const { active, leftover, since = '' } = (await readControl(store)).projections[projection];
  if (leftover !== generation) return undefined;
  const serving = { projection, generation: active };
  const segments = await readSegments(store, serving);
  const failed = new Set(segments.flatMap(({ state }) => state.failed));
  let at = start;
  do {
    const { items, next } = await scanPage(store, requireProjectionsTable(store), {
      segment: 0,
      of: 1,
      start: at,
    });
    await deleteItems(
      store,
      items.filter((item) => isLeftover(item, serving)),
    );
    await writeHeads(store, items, serving, { projection, failed, since });
    at = next;
  } while (at && hasTime());
  if (at !== undefined) return at;
  // Do this last: after an interruption before it, the next sweep still needs the failures in the
  // segments.
  await changeGenerations(store, projection, (now) =>
    now.leftover === generation ? { active: now.active } : now,
  );
  await deleteItems(
    store,
    segments.map(({ key }) => key),
  );
  return undefined;
}

/** The read models whose records are of a kind of their own. */
const MODELS: Readonly<Record<string, ReadModelName>> = { AUD: 'audit_events', VER: 'versions' };

// Matches records and checkpoints of generations before the active one. A later one may be building.
function isLeftover({ PK, SK }: Item, { projection, generation }: ProjectionGeneration): boolean {
  const record = /^T#[^#]+#PRJ#(\w+)#G(\d+)(?:#|$)/.exec(PK);
  const segment = PK === CONTROL_KEY.PK && /^R#(\w+)#G(\d+)#/.exec(SK);
  const [, name, number] = record || segment || [];
  const [, kind, other] = /^T#[^#]+#(AUD|VER)#G(\d+)#/.exec(PK) ?? [];
  if (kind !== undefined) return MODELS[kind] === projection && Number(other) < generation;
  return name === projection && Number(number) < generation;
}

async function writeHeads(
  store: Store,
  items: readonly Item[],
  serving: ProjectionGeneration,
  verdict: RebuildOutcome,
) {
  const learned = new Map<string, TenantHeads>();
  for (const item of items) {
    const { PK, SK } = item;
    if (PK.startsWith('T#*#')) continue;
    const tenant = readKeyTenant(PK);
    const isStatus = PK === keys.projectionStatus(tenant).PK;
    const isServing = isOfGeneration(PK, tenant, serving) && item['visible'] === true;
    if (!isStatus && !isServing) continue;
    const mine: TenantHeads = learned.get(tenant) ?? { heads: {} };
    learned.set(tenant, mine);
    if (!isServing) continue;
    // The general ledger has no record for each entry; its head names the newest ones.
    const isLedger = verdict.projection === 'general_ledger';
    for (const id of isLedger ? listNewestEntries(item) : [SK]) {
      addToHeads(mine, id, readLastEvent(item));
    }
  }
  for (const [tenant, mine] of learned) await writeTenantHeads(store, tenant, mine, verdict);
}

function isOfGeneration(partition: string, tenant: string, serving: ProjectionGeneration): boolean {
  const own = keys.projections(tenant, serving);
  return partition === own || partition.startsWith(`${own}#`);
}

function listNewestEntries(item: Item): string[] {
  if (item.SK !== LEDGER_HEAD) return [];
  return Object.values(fromRowItem(item).spans ?? {}).map(([, newest]) => newest);
}

function addToHeads(learned: TenantHeads, entityId: string, last: LastEvent): void {
  const head = findHead(entityId);
  if (head !== undefined && entityId > (learned.heads[head] ?? '')) learned.heads[head] = entityId;
  if (last.id > (learned.last?.id ?? '')) learned.last = last;
}

async function writeTenantHeads(
  store: Store,
  tenant: string,
  { heads, last }: TenantHeads,
  verdict: RebuildOutcome,
): Promise<void> {
  for (let count = 1; ; count += 1) {
    const status = await readStatus(store, tenant);
    const next = {
      rebuilt: mergeRebuilt(status, verdict.projection, heads),
      failing: filterFailures(status.failing, verdict),
      unlisted: filterUnlisted(status.unlisted, verdict),
      last: mergeLastEvent(status.last, verdict.projection, last),
    };
    const { rebuilt = {}, failing, unlisted, last: newest } = status;
    const known = { rebuilt, failing, unlisted, last: newest };
    if (JSON.stringify(next) === JSON.stringify(known)) return;
    try {
      return await writeStatus(store, tenant, { ...status, ...next });
    } catch (error) {
      if (!(error instanceof RetryableError) || count === STATUS_ATTEMPTS_MAX) throw error;
    }
  }
}

function mergeLastEvent(
  known: ProjectionStatus['last'],
  projection: ReadModelName,
  last: LastEvent | undefined,
): ProjectionStatus['last'] {
  return last && last.id > (known[projection]?.id ?? '') ? { ...known, [projection]: last } : known;
}

// Only of the rebuilt projection: the stream has yet to bring these records to the others. What it has brought
// meanwhile is forgotten.
function mergeRebuilt(
  status: ProjectionStatus,
  projection: ReadModelName,
  found: Record<string, string>,
): NonNullable<ProjectionStatus['rebuilt']> {
  const { heads, rebuilt = {} } = status;
  const merged = { ...rebuilt[projection] };
  for (const [head, id] of Object.entries(found)) if (id > (merged[head] ?? '')) merged[head] = id;
  const isAhead = ([head, id]: [string, string]) => id > (heads[head] ?? '');
  const ahead = Object.entries({ ...rebuilt, [projection]: merged })
    .map(([name, own]) => [name, Object.entries(own).filter(isAhead)] as const)
    .filter(([, own]) => own.length > 0);
  return Object.fromEntries(ahead.map(([name, own]) => [name, Object.fromEntries(own)]));
}

// An event from before the rebuild that did not fail again is part of the new generation.
function filterFailures(failing: ProjectionStatus['failing'], verdict: RebuildOutcome) {
  const { projection, failed, since } = verdict;
  const left = Object.entries(failing).map(([id, failure]): [string, ProjectionFailure] => {
    const isMended = failure.occurredAt < since && !failed.has(id);
    const projections = failure.projections.filter((name) => !isMended || name !== projection);
    return [id, { ...failure, projections }];
  });
  return Object.fromEntries(left.filter(([, { projections }]) => projections.length > 0));
}

// What was not listed is known to be applied only if nothing has failed.
function filterUnlisted(
  unlisted: ProjectionStatus['unlisted'],
  { projection, failed, since }: RebuildOutcome,
): ProjectionStatus['unlisted'] {
  const { [projection]: own, ...others } = unlisted ?? {};
  if (own === undefined || own.newest >= since || failed.size > 0) return unlisted;
  return Object.keys(others).length > 0 ? others : undefined;
}
