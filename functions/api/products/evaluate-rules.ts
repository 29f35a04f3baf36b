import { evaluateRules } from '../../../schemas/generated/operations/evaluate-rules.ts';
import { tryRulesOnPostings } from '../../domain/rules/posting-trial.ts';
import { toTrialRules, runRuleTrial } from '../../domain/rules/rule-trial.ts';
import { readSettings } from '../../ledger/general-ledger/settings.ts';
import { readNewestPostings } from '../../ledger/journal/newest-postings.ts';
import { readRules } from '../../ledger/products/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toPostingEvaluationView, toRuleEvaluationView } from '../../views/rule-evaluation.ts';

export const handler = operation(evaluateRules, async ({ path, body, session, now }) => {
  const { productId } = path;
  const { sample, applies_to: subject = 'POSTING', newest_postings: count } = body;
  const [rules, { failingRules }] = await Promise.all([
    body.rules ? toTrialRules(productId, body.rules) : readRules(session, productId),
    readSettings(session),
  ]);
  const tried = runRuleTrial(rules, sample, { subject, now, failingRules });
  const answer = toRuleEvaluationView({ product_id: productId, applies_to: subject }, tried);
  if (count === undefined) return { body: answer };
  const { postings, entriesRead, hasMore } = await readNewestPostings(session, productId, count);
  const newest = {
    items: tryRulesOnPostings(rules, postings, failingRules).map(toPostingEvaluationView),
    entries_read: entriesRead,
    has_more: hasMore,
  };
  return { body: { ...answer, newest_postings: newest } };
});
