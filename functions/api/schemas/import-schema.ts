import { importSchema } from '../../../schemas/generated/operations/import-schema.ts';
import { defineEntity, publishNext } from '../../domain/schemas/entity-schemas.ts';
import { readPublished } from '../../ledger/schemas/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { commitSchema, firstVersion } from './publish-schema.ts';

export const handler = operation(importSchema, async ({ body, session, now }) => {
  const definition = defineEntity(body);
  const published = await readPublished(session, definition.entity_name);
  const schema = published
    ? publishNext(published, definition, { tenantId: session.tenant, now })
    : firstVersion(session, definition, now);
  return commitSchema(session, schema);
});
