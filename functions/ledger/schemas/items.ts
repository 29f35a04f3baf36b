// How entity schemas are stored and shown.
import type { EntitySchema, SchemaVersion } from '../../domain/schemas/entity-schemas.ts';
import { count, hidden, json, tenant, text } from '../store/field-kinds.ts';
import { fields } from '../store/fields.ts';

const published = {
  id: text('schema_id', 'id'),
  version: count('version'),
  createdAt: text('created_at'),
  updatedAt: text('updated_at'),
} as const;

/** The claim of an entity's name, which says the newest version. */
export const publishedSchemaFields = fields<SchemaVersion>()(published);

/** The newest version, or one of the versions, by the key it is stored under. */
export const schemaFields = fields<EntitySchema>()({
  ...published,
  tenantId: tenant(),
  definition: hidden(json('definition')),
});
