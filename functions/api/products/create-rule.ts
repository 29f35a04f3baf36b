import { createRule } from '../../../schemas/generated/operations/create-rule.ts';
import { draftRule, makeRule, refuseTakenRule } from '../../domain/rules/rules.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { idsAt } from '../../ledger/store/ids.ts';
import { readRulesToDecide } from '../../ledger/products/reads.ts';
import { ruleWrite } from '../../ledger/products/writes.ts';
import { operation } from '../../runtime/operation.ts';
import { ruleEvent } from '../../events/product.ts';
import { toRuleView } from '../../views/product.ts';

export const handler = operation(createRule, async ({ path, body, session, now }) => {
  const terms = { ...draftRule(body), ruleType: body.rule_type };
  const { productId } = path;
  const id = body.id ?? idsAt(session.store.shards)(now)('rul');
  const before = (await readRulesToDecide(session, productId, [id])).get(id);
  refuseTakenRule(before);
  const rule = makeRule(terms, { id, tenantId: session.tenant, productId, now }, before);
  return commit(session, {
    writes: [ruleWrite(session, rule)],
    events: [ruleEvent('created', rule)],
    status: 201,
    body: toRuleView(rule),
  });
});
