import { jsonSchemaOf } from '../domain/schemas/json-schema.ts';
import type { EntityDefinition, EntitySchema } from '../domain/schemas/entity-schemas.ts';
import type {
  EntitySchema as EntitySchemaBody,
  ExportedEntitySchema,
} from '../../schemas/generated/types.ts';

export function entitySchemaView(schema: EntitySchema): EntitySchemaBody {
  return {
    id: schema.id,
    tenant_id: schema.tenantId,
    ...definitionView(schema.definition),
    version: schema.version,
    created_at: schema.createdAt,
    updated_at: schema.updatedAt,
  };
}

/** What another institution, or another validator, can do something with. */
export function exportedSchemaView({ definition, version }: EntitySchema): ExportedEntitySchema {
  return { ...definitionView(definition), version, json_schema: jsonSchemaOf(definition) };
}

function definitionView({ entity_name, display_name, fields }: EntityDefinition) {
  return { entity_name, display_name, fields: [...fields] as EntitySchemaBody['fields'] };
}
