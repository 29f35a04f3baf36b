import { listSchemas as contract } from '../../../schemas/generated/operations/list-schemas.ts';
import { listSchemas } from '../../ledger/schemas/reads.ts';
import { toPageRequest } from '../../ledger/store/pages.ts';
import { operation } from '../../runtime/operation.ts';
import { toEntitySchemaView } from '../../views/entity-schema.ts';

export const handler = operation(contract, async ({ query, session, after }) => {
  const page = await listSchemas(session, toPageRequest(query, after));
  return { ...page, items: page.items.map(toEntitySchemaView) };
});
