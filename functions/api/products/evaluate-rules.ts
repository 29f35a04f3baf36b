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
  const rules = body.rules
    ? toTrialRules(productId, body.rules)
    : await readRules(session, productId);
  const tried = runRuleTrial(rules, sample, { subject, now });
  const newest =
    count === undefined ? undefined : await readNewestPostings(session, productId, count);
  const trials = newest && tryRulesOnPostings(rules, newest.postings);
  // Only a rule that fails makes the decision depend on the settings.
  const all = [...tried, ...(trials ?? []).flatMap((trial) => trial.tried)];
  const hasFailed = all.some(({ outcome }) => outcome === 'ERROR');
  const mode = hasFailed ? (await readSettings(session)).failingRules : undefined;
  const answer = toRuleEvaluationView({ product_id: productId, applies_to: subject }, tried, mode);
  if (!newest || !trials) return { body: answer };
  const postings = {
    items: trials.map((trial) => toPostingEvaluationView(trial, mode)),
    entries_read: newest.entriesRead,
    has_more: newest.hasMore,
  };
  return { body: { ...answer, newest_postings: postings } };
});
