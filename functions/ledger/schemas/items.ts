// Entity schemas to DynamoDB items and back. A definition is kept as JSON text: it is read whole, and
// whatever names and defaults it has stay as they were written.
import type {
  EntityDefinition,
  EntitySchema,
  PublishedSchema,
} from '../../domain/schemas/entity-schemas.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import type { Key } from '../store/keys.ts';
import { count, text } from '../store/stored.ts';

/** The newest version, or one of the versions, by the key it is stored under. */
export function schemaItem(key: Key, schema: EntitySchema): Item {
  return { ...key, ...publishedMembers(schema), definition: JSON.stringify(schema.definition) };
}

export function schemaOf(item: Item, tenantId: string): EntitySchema {
  const definition = JSON.parse(text(item, 'definition')) as EntityDefinition;
  return { ...publishedSchema(item), tenantId, definition };
}

/** The claim of an entity's name, which tells the newest version. */
export function schemaNameItem(tenant: string, schema: EntitySchema): Item {
  const { entity_name: entityName } = schema.definition;
  return { ...keys.schemaName(tenant, entityName), ...publishedMembers(schema) };
}

export function publishedSchema(item: Item): PublishedSchema {
  return {
    id: text(item, 'schema_id'),
    version: count(item, 'version'),
    createdAt: text(item, 'created_at'),
    updatedAt: text(item, 'updated_at'),
  };
}

function publishedMembers({ id, version, createdAt, updatedAt }: PublishedSchema) {
  return {
    schema_id: id,
    version: BigInt(version),
    created_at: createdAt,
    updated_at: updatedAt,
  };
}
