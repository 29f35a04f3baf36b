// How entity schemas are stored and mapped to views.
import type { EntitySchema, SchemaVersion } from '../../domain/schemas/entity-schemas.ts';
import { count, hidden, json, tenant, text } from '../store/field-kinds.ts';
import { fields } from '../store/fields.ts';

const published = {
  id: text('schema_id', 'id'),
  version: count('version'),
  createdAt: text('created_at'),
  updatedAt: text('updated_at'),
} as const;

/** The record that reserves an entity's name and holds the newest version's number. */
export const publishedSchemaFields = fields<SchemaVersion>()(published);

/** A version of a schema, under any of the keys that store it. */
export const schemaFields = fields<EntitySchema>()({
  ...published,
  tenantId: tenant(),
  definition: hidden(json('definition')),
});
