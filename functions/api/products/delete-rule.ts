import { deleteRule as contract } from '../../../schemas/generated/operations/delete-rule.ts';
import { deleteRule } from '../../domain/rules/rules.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { readRuleToChange } from '../../ledger/products/reads.ts';
import { buildRuleWrite } from '../../ledger/products/writes.ts';
import { operation } from '../../runtime/operation.ts';
import { buildRuleChangeEvent } from '../../events/product.ts';

export const handler = operation(contract, async ({ path, session, now }) => {
  const rule = deleteRule(await readRuleToChange(session, path), now);
  return commit(session, {
    writes: [buildRuleWrite(session, rule)],
    events: [buildRuleChangeEvent('deleted', rule)],
    status: 200,
    body: { status: 'ok', rule_id: rule.id },
  });
});
