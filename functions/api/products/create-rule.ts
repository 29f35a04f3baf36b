import { createRule } from '../../../schemas/generated/operations/create-rule.ts';
import {
  draftRule,
  buildRule,
  refuseExistingRule,
  refuseTooManyRules,
} from '../../domain/rules/rules.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { buildIdGenerator } from '../../ledger/store/ids.ts';
import { countRules, readRulesToDecide } from '../../ledger/products/reads.ts';
import { buildRuleWrite } from '../../ledger/products/writes.ts';
import { operation } from '../../runtime/operation.ts';
import { buildRuleChangeEvent } from '../../events/product.ts';
import { toRuleView, toWarningsMember } from '../../views/product.ts';
import { checkRule } from './check-rule.ts';

export const handler = operation(createRule, async ({ path, body, session, now }) => {
  const terms = { ...draftRule(body), ruleType: body.rule_type };
  const warnings = await checkRule(session, terms);
  const { productId } = path;
  const id = body.id ?? buildIdGenerator(session.store.shards)(now)('rul');
  const before = (await readRulesToDecide(session, productId, [id])).get(id);
  refuseExistingRule(before);
  refuseTooManyRules(await countRules(session, productId), 1);
  const rule = buildRule(terms, { id, tenantId: session.tenant, productId, now }, before);
  return commit(session, {
    writes: [buildRuleWrite(session, rule)],
    events: [buildRuleChangeEvent('created', rule)],
    status: 201,
    body: { ...toRuleView(rule), ...toWarningsMember(warnings) },
  });
});
