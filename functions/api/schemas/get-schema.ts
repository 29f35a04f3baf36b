import { getSchema } from '../../../schemas/generated/operations/get-schema.ts';
import { readSchema } from '../../ledger/schemas/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toEntitySchemaView } from '../../views/entity-schema.ts';

export const handler = operation(getSchema, async ({ path, session }) => {
  const schema = await readSchema(session, path.schemaId);
  return { body: toEntitySchemaView(schema) };
});
