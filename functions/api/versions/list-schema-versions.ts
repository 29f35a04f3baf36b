import { listSchemaVersions } from '../../../schemas/generated/operations/list-schema-versions.ts';
import { operation } from '../../runtime/operation.ts';
import { readVersionPage } from './read-version-page.ts';

export const handler = operation(listSchemaVersions, ({ path, query, session, after }) =>
  readVersionPage(
    session,
    { noun: 'entity_schema', id: [path.schemaId] },
    { after, limit: query.limit },
  ),
);
