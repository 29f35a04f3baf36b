import { seedDefaultRules } from '../../../schemas/generated/operations/seed-default-rules.ts';
import { DEFAULT_RULES } from '../../domain/rules/default-rules.ts';
import { isPresent, buildRule, refuseTooManyRules } from '../../domain/rules/rules.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { countRules, readRulesToDecide } from '../../ledger/products/reads.ts';
import { buildRuleWrite } from '../../ledger/products/writes.ts';
import { operation } from '../../runtime/operation.ts';
import { buildRuleChangeEvent } from '../../events/product.ts';
import { toRuleView } from '../../views/product.ts';

export const handler = operation(seedDefaultRules, async ({ path, session, now }) => {
  const { productId } = path;
  const ids = DEFAULT_RULES.map(({ id }) => id);
  const present = await readRulesToDecide(session, productId, ids);
  const identity = { tenantId: session.tenant, productId, now };
  const rules = DEFAULT_RULES.map(({ id, ...terms }) => {
    const before = present.get(id);
    return isPresent(before) ? before : buildRule(terms, { ...identity, id }, before);
  });
  const restored = rules.filter((rule) => rule !== present.get(rule.id));
  if (restored.length > 0)
    refuseTooManyRules(await countRules(session, productId), restored.length);
  return commit(session, {
    writes: restored.map((rule) => buildRuleWrite(session, rule)),
    events: restored.map((rule) => buildRuleChangeEvent('created', rule)),
    status: 201,
    body: rules.map(toRuleView),
  });
});
