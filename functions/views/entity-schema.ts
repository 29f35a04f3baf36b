import { toJsonSchema } from '../domain/schemas/json-schema.ts';
import type { EntityDefinition, EntitySchema } from '../domain/schemas/entity-schemas.ts';
import type {
  EntitySchema as EntitySchemaBody,
  ExportedEntitySchema,
} from '../../schemas/generated/types.ts';

export function toEntitySchemaView(schema: EntitySchema): EntitySchemaBody {
  return {
    id: schema.id,
    tenant_id: schema.tenantId,
    ...toDefinitionView(schema.definition),
    version: schema.version,
    created_at: schema.createdAt,
    updated_at: schema.updatedAt,
  };
}

/** What another institution, or another validator, can do something with. */
export function toExportedSchemaView({ definition, version }: EntitySchema): ExportedEntitySchema {
  return { ...toDefinitionView(definition), version, json_schema: toJsonSchema(definition) };
}

function toDefinitionView({ entity_name, display_name, fields }: EntityDefinition) {
  return { entity_name, display_name, fields: [...fields] as EntitySchemaBody['fields'] };
}
