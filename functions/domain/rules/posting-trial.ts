// Tries rules on stored postings: what they would have done. What the ledger did not store of that moment
// is no variable here, so that a rule that uses it has an error instead of a wrong outcome.
import type { AccountState } from '../accounts/accounts.ts';
import { STEPS_MAX } from '../cel/budget.ts';
import type { JournalEntry, Posting } from '../journal/journal.ts';
import { toMinorUnits } from '../values/money.ts';
import { REQUEST_STEPS_MAX } from './rule-evaluation.ts';
import { compileTrialRules, tryRules } from './rule-trial.ts';
import type { RuleTrial, TrialRule } from './rule-trial.ts';
import { buildEntryVariables, buildPostingVariables } from './variables.ts';
import type { RuleVariables } from './variables.ts';

/** A stored posting with its entry, and its account as it is now. */
export interface StoredPosting {
  readonly entry: JournalEntry;
  readonly posting: Posting;
  readonly account: AccountState;
}

export interface PostingTrial extends StoredPosting {
  /** In order of priority. */
  readonly tried: readonly RuleTrial[];
}

/** Whether rules are judged on the postings of the entry: adjustments are approved by a checker instead. */
export function isJudged({ entryType }: JournalEntry): boolean {
  return entryType === 'POSTING' || entryType === 'OPENING_BALANCE';
}

/** Evaluates every rule on every posting; the steps of a request are divided evenly among them. */
export function tryRulesOnPostings(
  rules: readonly TrialRule[],
  postings: readonly StoredPosting[],
): PostingTrial[] {
  const compiled = compileTrialRules(rules);
  const evaluations = Math.max(1, compiled.length * postings.length);
  const stepsMax = Math.min(STEPS_MAX, Math.floor(REQUEST_STEPS_MAX / evaluations));
  return postings.map((stored) => {
    const isOpening = stored.entry.entryType === 'OPENING_BALANCE';
    // An opening balance bears no fee.
    const applied = compiled.filter(
      ({ compiled: { effect } }) => !(isOpening && effect.type === 'CHARGE_FEE'),
    );
    const variables = buildStoredVariables(stored);
    return { ...stored, tried: tryRules(applied, variables, { subject: 'POSTING', stepsMax }) };
  });
}

function buildStoredVariables({ entry, posting, account }: StoredPosting): RuleVariables {
  const { loan, ...shared } = buildEntryVariables({
    draft: entry,
    loan: undefined,
    context: { actor: entry.postedBy },
    timeZone: 'UTC',
    now: new Date(entry.postedAt),
  });
  const after = toMinorUnits(posting.balanceAfter);
  const amount = toMinorUnits(posting.amount);
  const before = posting.direction === 'CREDIT' ? after - amount : after + amount;
  // Only an ACTIVE account takes postings.
  const standing = { account: { ...account, status: 'ACTIVE' as const }, before, after };
  const variables = buildPostingVariables(shared, posting, standing);
  const { version: _, ...stored } = variables['account'] as RuleVariables;
  return { ...variables, account: stored, ...(!entry.loanEntry && { loan }) };
}
