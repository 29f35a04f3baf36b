import { listRules as contract } from '../../../schemas/generated/operations/list-rules.ts';
import { listRules } from '../../ledger/products/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toRuleView } from '../../views/product.ts';

export const handler = operation(contract, async ({ path, query, session, after }) => {
  const page = await listRules(session, path.productId, after, query.limit);
  return { ...page, items: page.items.map(toRuleView) };
});
