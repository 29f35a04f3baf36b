// The rules of the products that a request touches, and which of them apply to what.
import type { AccountState } from '../accounts/accounts.ts';
import type { Budget } from '../cel/budget.ts';
import type { ConditionOutcome } from '../cel/expression.ts';
import type { EntryDraft, PostingDraft } from '../journal/entry-draft.ts';
import type { Loan } from '../loans/loans.ts';
import type { ProductTerms } from '../products/products.ts';
import type { RuleAction, RuleEffect } from './actions.ts';
import type { RuleVariables } from './variables.ts';

export interface CompiledRule {
  readonly id: string;
  readonly productId: string;
  readonly action: RuleAction;
  /** What the action does, read once. */
  readonly effect: RuleEffect;
  readonly appliesTo: readonly string[];
  evaluate(variables: RuleVariables, budget: Budget): ConditionOutcome;
}

/** The parts of a product that the ledger uses: its terms, and its enabled rules in order of priority. */
export interface ProductRules {
  readonly terms: ProductTerms;
  readonly rules: readonly CompiledRule[];
}

/** The rules of all products that a request touches, by product id. */
export type ProductRulesById = ReadonlyMap<string, ProductRules>;

export type RuleSubject = 'POSTING' | 'LOAN_TRANSACTION';

/** What a request posts on, with the rules of its products. */
export interface RuledRecords {
  readonly accounts: ReadonlyMap<string, AccountState>;
  readonly policies: ProductRulesById;
  readonly loan?: Loan | undefined;
}

/** The rules for a posting: those of its account's product. */
export function listPostingRules({ accountId }: PostingDraft, records: RuledRecords) {
  return listRules('POSTING', [records.accounts.get(accountId)?.productId], records);
}

/**
 * The rules for the loan transaction of an entry: those of the loan's product and of its account's, whether or
 * not the entry posts on it.
 */
export function listTransactionRules({ loanEntry }: EntryDraft, records: RuledRecords) {
  const { accounts, loan } = records;
  const account = loanEntry && accounts.get(loanEntry.accountId);
  return listRules('LOAN_TRANSACTION', [loan?.terms.productId, account?.productId], records);
}

function listRules(
  subject: RuleSubject,
  productIds: readonly (string | undefined)[],
  { policies }: RuledRecords,
): CompiledRule[] {
  const rules = [...new Set(productIds)].flatMap((id = '') => policies.get(id)?.rules ?? []);
  return rules.filter(({ appliesTo }) => appliesTo.includes(subject));
}

/** Counts how often the rules of the records are evaluated on these drafts, at most. */
export function countEvaluations(drafts: readonly EntryDraft[], records: RuledRecords): number {
  const counts = drafts.map((draft) => {
    const ofTransaction = draft.loanEntry ? listTransactionRules(draft, records).length : 0;
    return draft.postings.reduce(
      (sum, posting) => sum + listPostingRules(posting, records).length,
      ofTransaction,
    );
  });
  return counts.reduce((sum, count) => sum + count, 0);
}
