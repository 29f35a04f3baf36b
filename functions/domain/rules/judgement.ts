// The rules of products applied to what is about to be posted: they deny it, add fees to it, or ask
// for something to be told. A rule that cannot be judged denies (docs/contract.md, Rules).
import type { AccountState } from '../accounts/accounts.ts';
import { Budget, STEPS_MAX } from '../cel/budget.ts';
import type { Judged } from '../cel/expression.ts';
import type { EntryDraft, LedgerLine, PostingDraft } from '../journal/entry-draft.ts';
import type { Loan } from '../loans/loans.ts';
import { currencyOf, minorOf, parseMoney } from '../values/money.ts';
import { entryVariables, postingVariables, transactionVariables } from './variables.ts';
import type { AccountStanding, PolicyVariables, Surroundings } from './variables.ts';
import type { ProductTerms } from '../products/products.ts';
import { Refusal } from '../refusals/refusals.ts';
import type { RuleAction } from './rules.ts';

export interface CompiledRule {
  readonly id: string;
  readonly productId: string;
  readonly action: RuleAction;
  readonly appliesTo: readonly string[];
  judge(variables: PolicyVariables, budget: Budget): Judged;
}

/** What the ledger acts on of a product: its terms and its enabled rules in the order of judgement. */
export interface ProductPolicy {
  readonly terms: ProductTerms;
  readonly rules: readonly CompiledRule[];
}

/** The policies of all products that a request touches, by product id. */
export type Policies = ReadonlyMap<string, ProductPolicy>;

export type Subject = 'POSTING' | 'LOAN_TRANSACTION';

/** A rule whose condition held and that did not deny. */
export interface Triggered {
  readonly rule: Pick<CompiledRule, 'id' | 'productId' | 'action'>;
  readonly subject: Subject;
  /** Which of the journal entries, and for a posting its position in it, from 1. */
  readonly entry: number;
  readonly position?: number;
  readonly accountId?: string;
}

export interface PolicyContext {
  readonly now: Date;
  /** The `context` that conditions may speak of. */
  readonly context: PolicyVariables;
  readonly loan?: Loan;
}

export interface PolicyOutcome {
  /** The entries with the fees that rules have added. */
  readonly drafts: readonly EntryDraft[];
  readonly triggered: readonly Triggered[];
}

/** All rules of one request together may take this many steps. */
export const REQUEST_STEPS_MAX = 200_000;

/**
 * Judges every posting and loan transaction of the drafts; the accounts are all there. Fees are not
 * judged themselves. Refuses with policy_denied.
 */
export function applyPolicies(
  drafts: readonly EntryDraft[],
  accounts: ReadonlyMap<string, AccountState>,
  policies: Policies,
  context: PolicyContext,
): PolicyOutcome {
  if ([...policies.values()].every(({ rules }) => rules.length === 0)) {
    return { drafts, triggered: [] };
  }
  const run: Run = {
    ...context,
    accounts,
    policies,
    balances: new Map([...accounts].map(([id, { balance }]) => [id, minorOf(balance)])),
    steps: { left: REQUEST_STEPS_MAX },
    triggered: [],
  };
  const changed = drafts.map((draft, entry) => applyToEntry(draft, entry, run));
  return { drafts: changed, triggered: run.triggered };
}

interface Run extends PolicyContext {
  readonly accounts: ReadonlyMap<string, AccountState>;
  readonly policies: Policies;
  /** In minor units, as the postings so far leave them. */
  readonly balances: Map<string, bigint>;
  readonly steps: { left: number };
  readonly triggered: Triggered[];
}

interface Fee {
  readonly line: readonly LedgerLine[];
  readonly posting: PostingDraft;
}

function applyToEntry(draft: EntryDraft, entry: number, run: Run): EntryDraft {
  const surroundings: Surroundings = { draft, ...run, loan: run.loan };
  const shared = entryVariables(surroundings);
  const fees: Fee[] = [];
  if (draft.lending) fees.push(...judgeTransaction(draft, entry, shared, run));
  for (const [index, posting] of draft.postings.entries()) {
    const isOpening = draft.entryType === 'OPENING_BALANCE';
    const place = { entry, position: index + 1, isOpening };
    fees.push(...judgePosting(posting, place, shared, run));
  }
  if (fees.length === 0) return draft;
  for (const { posting } of fees) move(run.balances, posting);
  return {
    ...draft,
    ledgerLines: [...draft.ledgerLines, ...fees.flatMap(({ line }) => line)],
    postings: [...draft.postings, ...fees.map(({ posting }) => posting)],
  };
}

function judgeTransaction(
  draft: EntryDraft,
  entry: number,
  shared: PolicyVariables,
  run: Run,
): Fee[] {
  const [posting] = draft.postings;
  if (!draft.lending) return [];
  const standing = posting && standingOf(posting, run);
  const variables = transactionVariables(shared, draft.lending, standing);
  const products = new Set([run.loan?.terms.productId, standing?.account.productId]);
  const rules = [...products].flatMap((id) => rulesFor('LOAN_TRANSACTION', id, run));
  return judgeAll(rules, variables, { subject: 'LOAN_TRANSACTION', entry, standing }, run);
}

function judgePosting(
  posting: PostingDraft,
  { isOpening, ...at }: { entry: number; position: number; isOpening: boolean },
  shared: PolicyVariables,
  run: Run,
): Fee[] {
  const standing = standingOf(posting, run);
  // An opening balance is the first entry of its account: no fee can stand beside it.
  const rules = rulesFor('POSTING', standing?.account.productId, run).filter(
    ({ action }) => !(isOpening && action.type === 'CHARGE_FEE'),
  );
  move(run.balances, posting);
  if (!standing || rules.length === 0) return [];
  const variables = postingVariables(shared, posting, standing);
  return judgeAll(rules, variables, { subject: 'POSTING', ...at, standing }, run);
}

function rulesFor(subject: Subject, productId: string | undefined, { policies }: Run) {
  const rules = productId === undefined ? [] : (policies.get(productId)?.rules ?? []);
  return rules.filter(({ appliesTo }) => appliesTo.includes(subject));
}

function standingOf(posting: PostingDraft, run: Run): AccountStanding | undefined {
  const account = run.accounts.get(posting.accountId);
  const before = run.balances.get(posting.accountId) ?? 0n;
  return account && { account, before, after: before + signed(posting) };
}

function signed({ direction, amount }: PostingDraft): bigint {
  return direction === 'CREDIT' ? minorOf(amount) : -minorOf(amount);
}

function move(balances: Map<string, bigint>, posting: PostingDraft): void {
  balances.set(posting.accountId, (balances.get(posting.accountId) ?? 0n) + signed(posting));
}

interface Judging {
  readonly subject: Subject;
  readonly entry: number;
  readonly position?: number;
  readonly standing: AccountStanding | undefined;
}

function judgeAll(
  rules: readonly CompiledRule[],
  variables: PolicyVariables,
  judging: Judging,
  run: Run,
): Fee[] {
  return rules.flatMap((rule) => {
    const budget = new Budget(Math.min(STEPS_MAX, run.steps.left));
    const judged = rule.judge(variables, budget);
    run.steps.left -= judged.steps;
    if (deniesOf(rule.action, judged)) throw denied(rule, judged);
    if (!('matched' in judged && judged.matched)) return [];
    const { subject, entry, position, standing } = judging;
    run.triggered.push({
      rule,
      subject,
      entry,
      ...(position !== undefined && { position }),
      ...(standing && { accountId: standing.account.id }),
    });
    return rule.action.type === 'CHARGE_FEE' ? [feeOf(rule, standing, run)] : [];
  });
}

/** Whether a judged rule refuses what it was judged on. */
export function deniesOf(action: RuleAction, judged: Judged): boolean {
  return 'error' in judged || (judged.matched && action.type === 'DENY');
}

function denied({ id, action }: CompiledRule, judged: Judged): Refusal {
  if ('error' in judged) {
    const { line, column } = judged.place;
    const sentence = `Rule ${id} cannot be judged: line ${line}, column ${column}: ${judged.error}.`;
    return new Refusal('policy_denied', sentence);
  }
  return new Refusal('policy_denied', `${String(action['message'])} (rule ${id})`);
}

function feeOf({ id, action }: CompiledRule, standing: AccountStanding | undefined, run: Run): Fee {
  if (!standing) {
    const sentence = `Rule ${id} charges a fee, but the transaction touches no account.`;
    throw new Refusal('policy_denied', sentence);
  }
  const { account } = standing;
  const amount = parseMoney(String(action['amount']), currencyOf(account.balance));
  const deposits = run.policies.get(account.productId)?.terms.ledgerAccounts.customer_deposits;
  if (deposits === undefined) throw new Error(`product ${account.productId} was not read`);
  return {
    line: [
      { accountCode: deposits, side: 'DEBIT', amount },
      { accountCode: String(action['income_account_code']), side: 'CREDIT', amount },
    ],
    posting: {
      accountId: account.id,
      direction: 'DEBIT',
      amount,
      reference: `Fee ${id}`.slice(0, 160),
    },
  };
}
