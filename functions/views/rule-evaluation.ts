import type { FailingRuleMode } from '../domain/general-ledger/settings.ts';
import type { PostingTrial } from '../domain/rules/posting-trial.ts';
import { findDenyingTrial } from '../domain/rules/rule-trial.ts';
import type { RuleTrial } from '../domain/rules/rule-trial.ts';
import { formatMoney, readCurrency } from '../domain/values/money.ts';
import type {
  PostingEvaluation,
  RuleEvaluation,
  RuleOutcome,
} from '../../schemas/generated/types.ts';

export function toRuleEvaluationView(
  subject: Pick<RuleEvaluation, 'product_id' | 'applies_to'>,
  tried: readonly RuleTrial[],
  failingRules?: FailingRuleMode,
): RuleEvaluation {
  return { ...subject, ...toDecision(tried, failingRules), rules: tried.map(toOutcomeView) };
}

/** What the rules would have done on a stored posting; those that would have done nothing are left out. */
export function toPostingEvaluationView(
  { entry, posting, tried }: PostingTrial,
  failingRules?: FailingRuleMode,
): PostingEvaluation {
  const acting = tried.filter(({ outcome }) => outcome === 'MATCHED' || outcome === 'ERROR');
  return {
    journal_entry_id: entry.id,
    account_id: posting.accountId,
    direction: posting.direction,
    amount: formatMoney(posting.amount),
    currency: readCurrency(posting.amount),
    posted_at: entry.postedAt,
    ...toDecision(tried, failingRules),
    rules: acting.map(({ rule, outcome, effect, error }) => ({
      rule_id: rule.id,
      outcome: outcome === 'ERROR' ? 'ERROR' : 'MATCHED',
      effect,
      ...(error && { error: { message: error.message, ...error.position } }),
    })),
  };
}

function toDecision(tried: readonly RuleTrial[], failingRules?: FailingRuleMode) {
  const denying = findDenyingTrial(tried, failingRules);
  return {
    decision: denying ? ('DENY' as const) : ('ALLOW' as const),
    ...(denying && { denied_by: denying.rule.id }),
  };
}

function toOutcomeView({ rule, outcome, effect, error, steps }: RuleTrial): RuleOutcome {
  return {
    rule_id: rule.id,
    outcome,
    matched: outcome === 'MATCHED',
    priority: rule.priority,
    enabled: rule.enabled,
    applies_to: [...rule.appliesTo],
    action: rule.action,
    effect,
    ...(error && { error: { message: error.message, ...error.position } }),
    steps,
  };
}
