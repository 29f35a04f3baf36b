import { seedDefaultRules } from '../../../schemas/generated/operations/seed-default-rules.ts';
import { defaultRules } from '../../domain/rules/default-rules.ts';
import { isThere, makeRule } from '../../domain/rules/rules.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { readRulesToDecide } from '../../ledger/products/reads.ts';
import { ruleWrite } from '../../ledger/products/writes.ts';
import { operation } from '../../runtime/operation.ts';
import { ruleEvent } from '../../events/product.ts';
import { toRuleView } from '../../views/product.ts';

export const handler = operation(seedDefaultRules, async ({ path, session, now }) => {
  const { productId } = path;
  const ids = defaultRules.map(({ id }) => id);
  const present = await readRulesToDecide(session, productId, ids);
  const place = { tenantId: session.tenant, productId, now };
  const rules = defaultRules.map(({ id, ...terms }) => {
    const before = present.get(id);
    return isThere(before) ? before : makeRule(terms, { ...place, id }, before);
  });
  const restored = rules.filter((rule) => rule !== present.get(rule.id));
  return commit(session, {
    writes: restored.map((rule) => ruleWrite(session, rule)),
    events: restored.map((rule) => ruleEvent('created', rule)),
    status: 201,
    body: rules.map(toRuleView),
  });
});
