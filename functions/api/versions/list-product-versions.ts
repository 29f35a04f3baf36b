import { listProductVersions } from '../../../schemas/generated/operations/list-product-versions.ts';
import { operation } from '../../runtime/operation.ts';
import { readVersionPage } from './read-version-page.ts';

export const handler = operation(listProductVersions, ({ path, query, session, after }) =>
  readVersionPage(
    session,
    { noun: 'product', id: [path.productId] },
    { after, limit: query.limit },
  ),
);
