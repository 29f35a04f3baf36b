import { toJsonSchema } from '../domain/schemas/json-schema.ts';
import type { EntityDefinition, EntitySchema } from '../domain/schemas/entity-schemas.ts';
import { schemaFields } from '../ledger/schemas/items.ts';
import type {
  EntitySchema as EntitySchemaBody,
  ExportedEntitySchema,
} from '../../schemas/generated/types.ts';

export function toEntitySchemaView(schema: EntitySchema): EntitySchemaBody {
  const { id, tenant_id, ...published } = schemaFields.toView(schema);
  return { id, tenant_id, ...toDefinitionView(schema.definition), ...published };
}

/** Shows the portable form of a schema, for another institution or validator. */
export function toExportedSchemaView({ definition, version }: EntitySchema): ExportedEntitySchema {
  return { ...toDefinitionView(definition), version, json_schema: toJsonSchema(definition) };
}

function toDefinitionView({ entity_name, display_name, fields }: EntityDefinition) {
  return { entity_name, display_name, fields: [...fields] as EntitySchemaBody['fields'] };
}
