import { exportSchema } from '../../../schemas/generated/operations/export-schema.ts';
import { readSchema } from '../../ledger/schemas/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toExportedSchemaView } from '../../views/entity-schema.ts';

export const handler = operation(exportSchema, async ({ path, session }) => {
  const schema = await readSchema(session, path.schemaId);
  return { body: toExportedSchemaView(schema) };
});
