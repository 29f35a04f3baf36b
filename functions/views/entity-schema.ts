import { jsonSchemaOf } from '../domain/schemas/json-schema.ts';
import type { EntityDefinition, EntitySchema } from '../domain/schemas/entity-schemas.ts';
import { schemaFields } from '../ledger/schemas/items.ts';
import type {
  EntitySchema as EntitySchemaBody,
  ExportedEntitySchema,
} from '../../schemas/generated/types.ts';

export function toEntitySchemaView(schema: EntitySchema): EntitySchemaBody {
  const { id, tenant_id, ...published } = schemaFields.toView(schema);
  return { id, tenant_id, ...definitionView(schema.definition), ...published };
}

/** What another institution, or another validator, can do something with. */
export function toExportedSchemaView({ definition, version }: EntitySchema): ExportedEntitySchema {
  return { ...definitionView(definition), version, json_schema: jsonSchemaOf(definition) };
}

function definitionView({ entity_name, display_name, fields }: EntityDefinition) {
  return { entity_name, display_name, fields: [...fields] as EntitySchemaBody['fields'] };
}
