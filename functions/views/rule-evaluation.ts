import type { RuleTrial } from '../domain/rules/rule-trial.ts';
import type { RuleEvaluation, RuleOutcome } from '../../schemas/generated/types.ts';

export function toRuleEvaluationView(
  subject: Pick<RuleEvaluation, 'product_id' | 'applies_to'>,
  tried: readonly RuleTrial[],
): RuleEvaluation {
  const denying = tried.find(({ denies }) => denies);
  return {
    ...subject,
    decision: denying ? 'DENY' : 'ALLOW',
    ...(denying && { denied_by: denying.rule.id }),
    rules: tried.map(toOutcomeView),
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
