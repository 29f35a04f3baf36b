import { evaluateRules } from '../../../schemas/generated/operations/evaluate-rules.ts';
import { toTrialRules, runRuleTrial } from '../../domain/rules/rule-trial.ts';
import { readRules } from '../../ledger/products/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toRuleEvaluationView } from '../../views/rule-evaluation.ts';

export const handler = operation(evaluateRules, async ({ path, body, session, now }) => {
  const { productId } = path;
  const { sample, applies_to: subject = 'POSTING' } = body;
  const rules = body.rules
    ? toTrialRules(productId, body.rules)
    : await readRules(session, productId);
  const tried = runRuleTrial(rules, sample, { subject, now });
  return { body: toRuleEvaluationView({ product_id: productId, applies_to: subject }, tried) };
});
