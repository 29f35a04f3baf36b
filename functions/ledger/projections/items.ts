// Records of read models as items, and back. The state is stored deflated, so that most items stay
// within a kilobyte, the unit in which writes are charged.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type {
  LastEvent,
  ProjectedState,
  ProjectionName,
  Projector,
  ProjectionState,
} from '../../domain/projections/projector.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import type { ProjectionGeneration } from '../store/keys.ts';
import type { Store } from '../store/store.ts';
import { readCount, readText } from '../store/attributes.ts';

/** The table of the projections; throws if the function is not configured with one. */
export function requireProjectionsTable({ projectionsTable: table }: Store): string {
  if (table !== undefined && table !== '') return table;
  throw new Error('PROJECTIONS_TABLE is not set');
}

/** The tenant of a record, its projection and generation, and the id of its subject. */
export interface ProjectionKey extends ProjectionGeneration {
  readonly projection: ProjectionName;
  readonly tenant: string;
  readonly entityId: string;
}

export function toProjectionItem(
  key: ProjectionKey,
  projected: ProjectedState,
  projector: Projector,
): Item {
  const { state, last } = projected;
  const isVisible = projector.payload(state) !== undefined;
  return {
    ...keys.projection(key.tenant, key, key.entityId),
    state: deflateRawSync(JSON.stringify(state)),
    last_event_id: last.id,
    last_event_type: last.type,
    last_event_version: BigInt(last.version),
    last_occurred_at: last.occurredAt,
    // Until the first event of the subject itself is applied, the record is stored but not visible.
    ...(isVisible && { visible: true }),
  };
}

export function fromProjectionItem(item: Item): ProjectedState {
  const json = inflateRawSync(item['state'] as Uint8Array).toString('utf8');
  return {
    state: JSON.parse(json) as ProjectionState,
    last: readLastEvent(item),
  };
}

/** The last event applied to a record, without the state. */
export function readLastEvent(item: Item): LastEvent {
  return {
    id: readText(item, 'last_event_id'),
    type: readText(item, 'last_event_type'),
    version: readCount(item, 'last_event_version'),
    occurredAt: readText(item, 'last_occurred_at'),
  };
}
