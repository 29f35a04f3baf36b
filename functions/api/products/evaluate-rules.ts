import { evaluateRules } from '../../../schemas/generated/operations/evaluate-rules.ts';
import { tryRulesOnPostings } from '../../domain/rules/posting-trial.ts';
import { toTrialRules, runRuleTrial } from '../../domain/rules/rule-trial.ts';
import { readNewestPostings } from '../../ledger/journal/newest-postings.ts';
import { readRules } from '../../ledger/products/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toPostingEvaluationView, toRuleEvaluationView } from '../../views/rule-evaluation.ts';

export const handler = operation(evaluateRules, async ({ path, body, session, now }) => {
  const { productId } = path;
  const { sample, applies_to: subject = 'POSTING', newest_postings: count } = body;
  const rules = body.rules
    ? toTrialRules(productId, body.rules)
    : await readRules(session, productId);
  const tried = runRuleTrial(rules, sample, { subject, now });
  const answer = toRuleEvaluationView({ product_id: productId, applies_to: subject }, tried);
  if (count === undefined) return { body: answer };
  const { postings, entriesRead, hasMore } = await readNewestPostings(session, productId, count);
  const newest = {
    items: tryRulesOnPostings(rules, postings).map(toPostingEvaluationView),
    entries_read: entriesRead,
    has_more: hasMore,
  };
  return { body: { ...answer, newest_postings: newest } };
});
