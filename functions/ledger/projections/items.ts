// Records of read models as items, and back. The state is kept deflated: most fit in a kilobyte, the
// unit in which writes are charged.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type {
  LastEvent,
  ProjectedState,
  Projector,
  ProjectionState,
} from '../../domain/projections/projector.ts';
import type { Item } from '../journal/items.ts';
import { keys } from '../store/keys.ts';
import type { ProjectionGeneration } from '../store/keys.ts';
import type { Store } from '../store/store.ts';
import { readCount, readText } from '../store/attributes.ts';

/** Where the projections are kept; throws where a function was not told. */
export function requireProjectionsTable({ projectionsTable: table }: Store): string {
  if (table !== undefined && table !== '') return table;
  throw new Error('PROJECTIONS_TABLE is not set');
}

/** Whose record, of which projection and generation, about what. */
export interface ProjectionKey extends ProjectionGeneration {
  readonly tenant: string;
  readonly entityId: string;
}

export function toProjectionItem(
  place: ProjectionKey,
  projected: ProjectedState,
  projector: Projector,
): Item {
  const { state, last } = projected;
  const isVisible = projector.payload(state) !== undefined;
  return {
    ...keys.projection(place.tenant, place, place.entityId),
    state: deflateRawSync(JSON.stringify(state)),
    last_event_id: last.id,
    last_event_type: last.type,
    last_event_version: BigInt(last.version),
    last_occurred_at: last.occurredAt,
    // What is known only from beside is kept, and shown to nobody.
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

/** The newest event of a record, without the record. */
export function readLastEvent(item: Item): LastEvent {
  return {
    id: readText(item, 'last_event_id'),
    type: readText(item, 'last_event_type'),
    version: readCount(item, 'last_event_version'),
    occurredAt: readText(item, 'last_occurred_at'),
  };
}
