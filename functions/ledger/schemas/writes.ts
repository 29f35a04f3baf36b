// Publications of entity schemas turned into writes.
import type { EntitySchema } from '../../domain/schemas/entity-schemas.ts';
import type { Write } from '../commit/commit.ts';
import type { Item } from '../journal/items.ts';
import { keys } from '../store/keys.ts';
import { toSchemaItem, toSchemaNameItem } from './items.ts';
import type { Session } from '../commit/session.ts';
import { buildPutNew, buildVersionReplacement } from '../journal/writes.ts';

/**
 * Publishes a version: it stands beside the ones before, and takes their place under the id and the
 * name, if no other one was published meanwhile.
 */
export function buildSchemaWrites({ store, tenant }: Session, schema: EntitySchema): Write[] {
  const { id, version } = schema;
  const { ledgerTable } = store;
  const newest = (item: Item) =>
    version === 1
      ? buildPutNew(ledgerTable, item)
      : buildVersionReplacement(ledgerTable, item, version - 1);
  return [
    newest(toSchemaNameItem(tenant, schema)),
    newest(toSchemaItem(keys.schema(tenant, id), schema)),
    buildPutNew(ledgerTable, toSchemaItem(keys.schemaVersion(tenant, id, version), schema)),
  ];
}
