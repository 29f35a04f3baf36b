// Builds the writes for publications of entity schemas.
import type { EntitySchema } from '../../domain/schemas/entity-schemas.ts';
import type { Write } from '../commit/commit.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { publishedSchemaFields, schemaFields } from './items.ts';
import type { Session } from '../commit/session.ts';
import { buildPutNew, buildVersionReplacement } from '../commit/conditional-writes.ts';

/**
 * Publishes a version: adds it to the history and replaces the newest one under the id and the name,
 * provided that no other version was published meanwhile.
 */
export function buildSchemaWrites({ store, tenant }: Session, schema: EntitySchema): Write[] {
  const { id, version } = schema;
  const { entity_name: entityName } = schema.definition;
  const { ledgerTable } = store;
  const newest = (item: Item) =>
    version === 1
      ? buildPutNew(ledgerTable, item)
      : buildVersionReplacement(ledgerTable, item, version - 1);
  return [
    newest(publishedSchemaFields.toItem(keys.schemaName(tenant, entityName), schema)),
    newest(schemaFields.toItem(keys.schema(tenant, id), schema)),
    buildPutNew(ledgerTable, schemaFields.toItem(keys.schemaVersion(tenant, id, version), schema)),
  ];
}
