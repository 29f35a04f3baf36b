// Builds the writes for publications of entity schemas.
import type { EntitySchema } from '../../domain/schemas/entity-schemas.ts';
import type { Write } from '../commit/commit.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { publishedSchemaFields, schemaFields } from './items.ts';
import type { Session } from '../commit/session.ts';
import { buildPutNew, buildVersionedWrite } from '../commit/conditional-writes.ts';

/**
 * Publishes a version: adds it to the history and replaces the newest one under the id and the name,
 * provided that no other version was published meanwhile.
 */
export function buildSchemaWrites(session: Session, schema: EntitySchema): Write[] {
  const { store, tenant } = session;
  const { id, version } = schema;
  const { entity_name: entityName } = schema.definition;
  const newest = (item: Item) => buildVersionedWrite(session, item, version);
  const history = schemaFields.toItem(keys.schemaVersion(tenant, id, version), schema);
  return [
    newest(publishedSchemaFields.toItem(keys.schemaName(tenant, entityName), schema)),
    newest(schemaFields.toItem(keys.schema(tenant, id), schema)),
    buildPutNew(store.ledgerTable, history),
  ];
}
