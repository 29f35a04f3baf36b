// Entity schemas to DynamoDB items and back. A definition is kept as JSON text: it is read whole, and
// whatever names and defaults it has stay as they were written.
import type {
  EntityDefinition,
  EntitySchema,
  SchemaVersion,
} from '../../domain/schemas/entity-schemas.ts';
import type { Item } from '../journal/items.ts';
import { keys } from '../store/keys.ts';
import type { Key } from '../store/keys.ts';
import { readCount, readText } from '../store/attributes.ts';

/** The newest version, or one of the versions, by the key it is stored under. */
export function toSchemaItem(key: Key, schema: EntitySchema): Item {
  return { ...key, ...toPublishedMembers(schema), definition: JSON.stringify(schema.definition) };
}

export function fromSchemaItem(item: Item, tenantId: string): EntitySchema {
  const definition = JSON.parse(readText(item, 'definition')) as EntityDefinition;
  return { ...fromPublishedMembers(item), tenantId, definition };
}

/** The claim of an entity's name, which tells the newest version. */
export function toSchemaNameItem(tenant: string, schema: EntitySchema): Item {
  const { entity_name: entityName } = schema.definition;
  return { ...keys.schemaName(tenant, entityName), ...toPublishedMembers(schema) };
}

export function fromPublishedMembers(item: Item): SchemaVersion {
  return {
    id: readText(item, 'schema_id'),
    version: readCount(item, 'version'),
    createdAt: readText(item, 'created_at'),
    updatedAt: readText(item, 'updated_at'),
  };
}

function toPublishedMembers({ id, version, createdAt, updatedAt }: SchemaVersion) {
  return {
    schema_id: id,
    version: BigInt(version),
    created_at: createdAt,
    updated_at: updatedAt,
  };
}
