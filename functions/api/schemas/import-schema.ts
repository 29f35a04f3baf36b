import { importSchema } from '../../../schemas/generated/operations/import-schema.ts';
import { defineEntity, buildNextSchemaVersion } from '../../domain/schemas/entity-schemas.ts';
import { readPublishedVersion } from '../../ledger/schemas/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { commitSchema, buildFirstVersion } from './publish-schema.ts';

export const handler = operation(importSchema, async ({ body, session, now }) => {
  const definition = defineEntity(body);
  const published = await readPublishedVersion(session, definition.entity_name);
  const schema = published
    ? buildNextSchemaVersion(published, definition, { tenantId: session.tenant, now })
    : buildFirstVersion(session, definition, now);
  return commitSchema(session, schema);
});
