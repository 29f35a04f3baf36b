// Records of read models as items, and back. The state is kept deflated: most fit in a kilobyte, the
// unit in which writes are charged.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { LastEvent, Projected, Projector, State } from '../../domain/projections/projector.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import type { Generation } from '../store/keys.ts';
import type { Store } from '../store/store.ts';
import { count, text } from '../store/stored.ts';

/** Where the projections are kept; throws where a function was not told. */
export function projectionsTable({ projectionsTable: table }: Store): string {
  if (table !== undefined && table !== '') return table;
  throw new Error('PROJECTIONS_TABLE is not set');
}

/** Whose record, of which projection and generation, about what. */
export interface Place extends Generation {
  readonly tenant: string;
  readonly entityId: string;
}

export function projectionItem(place: Place, projected: Projected, projector: Projector): Item {
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

export function projectedOf(item: Item): Projected {
  const json = inflateRawSync(item['state'] as Uint8Array).toString('utf8');
  return {
    state: JSON.parse(json) as State,
    last: lastEventOf(item),
  };
}

/** The newest event of a record, without the record. */
export function lastEventOf(item: Item): LastEvent {
  return {
    id: text(item, 'last_event_id'),
    type: text(item, 'last_event_type'),
    version: count(item, 'last_event_version'),
    occurredAt: text(item, 'last_occurred_at'),
  };
}
