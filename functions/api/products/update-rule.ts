import { updateRule } from '../../../schemas/generated/operations/update-rule.ts';
import { changeRule, draftChange } from '../../domain/rules/rules.ts';
import { canHaveWarnings, listRuleWarnings } from '../../domain/rules/rule-warnings.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { readRuleToChange } from '../../ledger/products/reads.ts';
import { buildRuleWrite } from '../../ledger/products/writes.ts';
import { operation } from '../../runtime/operation.ts';
import { buildRuleChangeEvent } from '../../events/product.ts';
import { toWarningsMember } from '../../views/product.ts';
import { checkRule } from './check-rule.ts';

export const handler = operation(updateRule, async ({ path, body, session, now }) => {
  const change = draftChange(body);
  const rule = changeRule(await readRuleToChange(session, path), change, now);
  const warnings = canHaveWarnings(change, rule)
    ? listRuleWarnings(rule)
    : await checkRule(session, rule);
  return commit(session, {
    writes: [buildRuleWrite(session, rule)],
    events: [buildRuleChangeEvent('updated', rule)],
    status: 200,
    body: { status: 'ok', rule_id: rule.id, ...toWarningsMember(warnings) },
  });
});
