// Applies receipts to the projections: groups events by record, and applies the groups in parallel.
import type {
  DomainEvent,
  ProjectionName,
  ReadModelName,
  RecordProjectionName,
} from '../domain/projections/projector.ts';
import { listTouchedRecords, projectors } from '../domain/projections/projectors.ts';
import { writeAuditEvents } from '../ledger/audit-events/writes.ts';
import { mapInParallel } from '../ledger/in-parallel.ts';
import { applyLedgerEvents } from '../ledger/projections/general-ledger-writes.ts';
import type { ProjectionKey } from '../ledger/projections/items.ts';
import { applyEvents, writeFinalRecords } from '../ledger/projections/writes.ts';
import type { UnappliedEvent } from '../ledger/projections/writes.ts';
import type { ReceiptEvents } from '../ledger/commit/receipt-feed.ts';
import { writeVersions } from '../ledger/versions/writes.ts';
import type { Store } from '../ledger/store/store.ts';

/** An event that could not be applied to a projection, with the reason. */
export interface FailedEvent {
  readonly tenant: string;
  readonly projection: ReadModelName;
  readonly event: DomainEvent;
  readonly error: unknown;
}

/** The generations to write, by read model; those without an entry are not written. */
export type GenerationTargets = Readonly<Partial<Record<ReadModelName, readonly number[]>>>;

type ProjectionTargets = Omit<GenerationTargets, 'audit_events' | 'versions'>;

interface EventGroup {
  readonly key: ProjectionKey;
  readonly events: DomainEvent[];
}

/** The number of concurrent writes. */
const WRITES_MAX = 16;

/**
 * Applies all events to all target generations; returns the events that could not be applied. Throws
 * RetryableError if the audit events or the versions could not be written.
 */
export async function applyReceipts(
  store: Store,
  receipts: readonly ReceiptEvents[],
  targets: GenerationTargets,
): Promise<FailedEvent[]> {
  const failed: FailedEvent[] = [];
  const { audit_events: audited = [], versions = [], ...projections } = targets;
  const groups = [...groupEvents(receipts, projections, failed).values()];
  const { final = [], changing = [] } = Object.groupBy(groups, ({ key: { projection } }) =>
    isFinal(projection) ? 'final' : 'changing',
  );
  await mapInParallel(changing, WRITES_MAX, async (group) => {
    failed.push(...(await applyGroup(store, group)));
  });
  failed.push(...(await applyFinalGroups(store, final)));
  await writeAuditEvents(store, receipts, audited);
  const unread = await writeVersions(store, receipts, versions);
  failed.push(...unread.map((one) => ({ ...one, projection: 'versions' as const })));
  return failed;
}

function isFinal(projection: ProjectionName): projection is RecordProjectionName {
  return projection !== 'general_ledger' && projectors[projection].hasFinalRecords === true;
}

interface EventTarget extends Pick<FailedEvent, 'tenant' | 'event'> {
  readonly projection: ProjectionName;
}

function groupEvents(
  receipts: readonly ReceiptEvents[],
  targets: ProjectionTargets,
  failed: FailedEvent[],
): Map<string, EventGroup> {
  const groups = new Map<string, EventGroup>();
  const names = Object.keys(targets) as ProjectionName[];
  for (const { tenant, events } of receipts) {
    for (const event of events) {
      for (const projection of names) {
        try {
          for (const key of listProjectionKeys({ tenant, projection, event }, targets)) {
            const text = JSON.stringify(key);
            const group = groups.get(text) ?? { key, events: [] };
            groups.set(text, group);
            group.events.push(event);
          }
        } catch (error) {
          failed.push({ tenant, projection, event, error });
        }
      }
    }
  }
  return groups;
}

function listProjectionKeys(
  { tenant, projection, event }: EventTarget,
  targets: ProjectionTargets,
): ProjectionKey[] {
  const generations = targets[projection] ?? [];
  return listTouchedRecords(projection, event).flatMap((entityId) =>
    generations.map((generation) => ({ tenant, projection, generation, entityId })),
  );
}

async function applyGroup(store: Store, group: EventGroup): Promise<FailedEvent[]> {
  const { events, key } = group;
  const { tenant, projection } = key;
  try {
    const unapplied = await applyToProjection(store, group);
    return unapplied.map(({ event, error }) => ({ tenant, projection, event, error }));
  } catch (error) {
    return events.map((event) => ({ tenant, projection, event, error }));
  }
}

// Together: each by itself would take a request.
async function applyFinalGroups(
  store: Store,
  groups: readonly EventGroup[],
): Promise<FailedEvent[]> {
  const updates = groups.flatMap(({ key, events }) =>
    isFinal(key.projection) ? { key, events, projector: projectors[key.projection] } : [],
  );
  const fail = ({ tenant, projection }: ProjectionKey, { event, error }: UnappliedEvent) => {
    return { tenant, projection, event, error };
  };
  try {
    const unapplied = await writeFinalRecords(store, updates);
    return [...unapplied].flatMap(([key, all]) => all.map((one) => fail(key, one)));
  } catch (error) {
    return groups.flatMap(({ key, events }) => events.map((event) => fail(key, { event, error })));
  }
}

function applyToProjection(store: Store, { key, events }: EventGroup): Promise<UnappliedEvent[]> {
  const { projection } = key;
  return projection === 'general_ledger'
    ? applyLedgerEvents(store, key, events)
    : applyEvents(store, { key, projector: projectors[projection], events });
}
