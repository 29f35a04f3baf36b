// The warnings of a rule that an operation is about to write.
import { listRuleWarnings, toRuleRefusal } from '../../domain/rules/rule-warnings.ts';
import type { RuleWarning } from '../../domain/rules/rule-warnings.ts';
import type { RuleTerms } from '../../domain/rules/rules.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { readSettings } from '../../ledger/general-ledger/settings.ts';

/**
 * Lists the warnings of the rule: one request if there are any. Refuses them with invalid_rule when the
 * rules of the tenant are STRICT.
 */
export async function checkRule(session: Session, rule: RuleTerms): Promise<RuleWarning[]> {
  const warnings = listRuleWarnings(rule);
  if (warnings.length === 0) return warnings;
  const { ruleConditions } = await readSettings(session);
  if (ruleConditions === 'STRICT') throw toRuleRefusal(warnings);
  return warnings;
}
