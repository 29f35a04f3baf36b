// Applies the rules of products to drafted entries: a rule denies them, adds fees or requests a
// notification. A rule that fails denies, or is skipped if the tenant says so (docs/contract.md, Rules).
import type { AccountState } from '../accounts/accounts.ts';
import { Budget, STEPS_MAX } from '../cel/budget.ts';
import type { EntryDraft, LedgerLine, PostingDraft } from '../journal/entry-draft.ts';
import type { Loan } from '../loans/loans.ts';
import { readCurrency, toMinorUnits, parseMoney } from '../values/money.ts';
import {
  buildEntryVariables,
  buildPostingVariables,
  buildTransactionVariables,
} from './variables.ts';
import type { AccountStanding, RuleVariables, RuleEntryContext } from './variables.ts';
import { Refusal } from '../refusals/refusals.ts';
import type { RuleEffect } from './actions.ts';
import { FailingRules } from './failing-rules.ts';
import type { FailureHandling } from './failing-rules.ts';
import { countEvaluations, listPostingRules, listTransactionRules } from './product-rules.ts';
import type { CompiledRule, ProductRulesById, RuleSubject } from './product-rules.ts';

/** A rule that matched and did not deny. */
export interface TriggeredRule {
  readonly rule: Pick<CompiledRule, 'id' | 'productId' | 'action'>;
  readonly subject: RuleSubject;
  /** The index of the journal entry and, for a posting, its position in the entry, from 1. */
  readonly entry: number;
  readonly position?: number;
  readonly accountId?: string;
}

export interface RuleContext extends FailureHandling {
  readonly now: Date;
  /** Of the tenant. */
  readonly timeZone: string;
  /** The `context` variable of conditions. */
  readonly context: RuleVariables;
  readonly loan?: Loan;
  /** The evaluations in the earlier steps of a workflow. */
  readonly earlierEvaluations?: number;
}

export interface RuleOutcome {
  /** The entries with the fees that rules have added. */
  readonly drafts: readonly EntryDraft[];
  readonly triggered: readonly TriggeredRule[];
  /** How often a rule was evaluated, at most. */
  readonly evaluations: number;
}

/**
 * The CEL steps of one request, divided evenly among its evaluations, so that what one rule may take
 * does not depend on what the others take (ADR 066).
 */
export const REQUEST_STEPS_MAX = 10_000_000;

/**
 * Applies the rules to every posting and loan transaction of the drafts. Every account must have been
 * read. Rules do not apply to the fees themselves. Refuses with policy_denied, and with entry_too_large
 * when more rules are skipped on an entry than its record can hold.
 */
export function applyProductRules(
  drafts: readonly EntryDraft[],
  accounts: ReadonlyMap<string, AccountState>,
  policies: ProductRulesById,
  context: RuleContext,
): RuleOutcome {
  if ([...policies.values()].every(({ rules }) => rules.length === 0)) {
    return { drafts, triggered: [], evaluations: 0 };
  }
  const evaluations = countEvaluations(drafts, { accounts, policies, loan: context.loan });
  const counted = evaluations + (context.earlierEvaluations ?? 0);
  const run: RuleRun = {
    ...context,
    accounts,
    policies,
    balances: new Map([...accounts].map(([id, { balance }]) => [id, toMinorUnits(balance)])),
    stepsMax: Math.min(STEPS_MAX, Math.floor(REQUEST_STEPS_MAX / Math.max(1, counted))),
    triggered: [],
    failed: new FailingRules(context),
  };
  const changed = drafts.map((draft, entry) => applyRulesToEntry(draft, entry, run));
  return { drafts: changed, triggered: run.triggered, evaluations };
}

interface RuleRun extends RuleContext {
  readonly accounts: ReadonlyMap<string, AccountState>;
  readonly policies: ProductRulesById;
  /** In minor units, after the postings so far. */
  readonly balances: Map<string, bigint>;
  /** The CEL steps of one evaluation. */
  readonly stepsMax: number;
  readonly triggered: TriggeredRule[];
  readonly failed: FailingRules;
}

type FeeEffect = Extract<RuleEffect, { readonly type: 'CHARGE_FEE' }>;

interface RuleFee {
  readonly line: readonly LedgerLine[];
  readonly posting: PostingDraft;
}

function applyRulesToEntry(draft: EntryDraft, entry: number, run: RuleRun): EntryDraft {
  const surroundings: RuleEntryContext = { draft, ...run, loan: run.loan };
  const shared = buildEntryVariables(surroundings);
  const fees: RuleFee[] = [];
  if (draft.loanEntry) fees.push(...evaluateTransactionRules(draft, entry, shared, run));
  for (const [index, posting] of draft.postings.entries()) {
    const isOpening = draft.entryType === 'OPENING_BALANCE';
    const context = { entry, position: index + 1, isOpening };
    fees.push(...evaluatePostingRules(posting, context, shared, run));
  }
  const skippedRules = run.failed.listSkipped(entry);
  if (fees.length === 0 && skippedRules.length === 0) return draft;
  for (const { posting } of fees) applyToBalance(run.balances, posting);
  return {
    ...draft,
    ...(skippedRules.length > 0 && { skippedRules }),
    ledgerLines: [...draft.ledgerLines, ...fees.flatMap(({ line }) => line)],
    postings: [...draft.postings, ...fees.map(({ posting }) => posting)],
  };
}

function evaluateTransactionRules(
  draft: EntryDraft,
  entry: number,
  shared: RuleVariables,
  run: RuleRun,
): RuleFee[] {
  const [posting] = draft.postings;
  if (!draft.loanEntry) return [];
  const standing = posting && readAccountStanding(posting, run);
  const variables = buildTransactionVariables(shared, draft.loanEntry, standing);
  const rules = listTransactionRules(draft, run);
  return evaluateRules(rules, variables, { subject: 'LOAN_TRANSACTION', entry, standing }, run);
}

function evaluatePostingRules(
  posting: PostingDraft,
  { isOpening, ...at }: { entry: number; position: number; isOpening: boolean },
  shared: RuleVariables,
  run: RuleRun,
): RuleFee[] {
  const standing = readAccountStanding(posting, run);
  // An opening balance must be the only entry of its account so far, so that no fee can be posted with
  // it.
  const rules = listPostingRules(posting, run).filter(
    ({ effect }) => !(isOpening && effect.type === 'CHARGE_FEE'),
  );
  applyToBalance(run.balances, posting);
  if (!standing || rules.length === 0) return [];
  const variables = buildPostingVariables(shared, posting, standing);
  return evaluateRules(rules, variables, { subject: 'POSTING', ...at, standing }, run);
}

function readAccountStanding(posting: PostingDraft, run: RuleRun): AccountStanding | undefined {
  const account = run.accounts.get(posting.accountId);
  const before = run.balances.get(posting.accountId) ?? 0n;
  return account && { account, before, after: before + signAmount(posting) };
}

function signAmount({ direction, amount }: PostingDraft): bigint {
  return direction === 'CREDIT' ? toMinorUnits(amount) : -toMinorUnits(amount);
}

function applyToBalance(balances: Map<string, bigint>, posting: PostingDraft): void {
  balances.set(posting.accountId, (balances.get(posting.accountId) ?? 0n) + signAmount(posting));
}

interface RuleEvaluationContext {
  readonly subject: RuleSubject;
  readonly entry: number;
  readonly position?: number;
  readonly standing: AccountStanding | undefined;
}

function evaluateRules(
  rules: readonly CompiledRule[],
  variables: RuleVariables,
  judging: RuleEvaluationContext,
  run: RuleRun,
): RuleFee[] {
  return rules.flatMap((rule) => {
    const { id: ruleId, productId, effect } = rule;
    const { subject, entry, position, standing } = judging;
    const subjectPosition = position === undefined ? {} : { position };
    const judged = rule.evaluate(variables, new Budget(run.stepsMax));
    if ('error' in judged) {
      const { error: message, position: source } = judged;
      run.failed.handle({ productId, ruleId, entry, ...subjectPosition, message, source });
      return [];
    }
    if (!judged.matched) return [];
    if (effect.type === 'DENY') {
      throw new Refusal('policy_denied', `${effect.message} (rule ${ruleId})`);
    }
    run.triggered.push({
      rule,
      subject,
      entry,
      ...subjectPosition,
      ...(standing && { accountId: standing.account.id }),
    });
    return effect.type === 'CHARGE_FEE' ? [buildFee({ id: ruleId, ...effect }, standing, run)] : [];
  });
}

function buildFee(
  { id, amount: text, incomeAccountCode }: FeeEffect & { readonly id: string },
  standing: AccountStanding | undefined,
  run: RuleRun,
): RuleFee {
  if (!standing) {
    const sentence = `Rule ${id} charges a fee, but the transaction touches no account.`;
    throw new Refusal('policy_denied', sentence);
  }
  const { account } = standing;
  const amount = parseMoney(text, readCurrency(account.balance));
  const deposits = run.policies.get(account.productId)?.terms.ledgerAccounts.customer_deposits;
  if (deposits === undefined) throw new Error(`product ${account.productId} was not read`);
  return {
    line: [
      { accountCode: deposits, side: 'DEBIT', amount },
      { accountCode: incomeAccountCode, side: 'CREDIT', amount },
    ],
    posting: {
      accountId: account.id,
      direction: 'DEBIT',
      amount,
      // An id may have characters of two units, of which the cut must leave no half.
      reference: `Fee ${id}`.slice(0, 160).toWellFormed(),
    },
  };
}
