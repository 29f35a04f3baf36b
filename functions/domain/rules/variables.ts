// The variables of rules (docs/rules.md). Amounts are exact decimals; absent values are null and absent
// optional text is empty, so that a rule can test for them.
import type { AccountState } from '../accounts/accounts.ts';
import { Decimal } from '../cel/decimal.ts';
import { Timestamp } from '../cel/time.ts';
import { findEffectiveDate } from '../general-ledger/effective-dates.ts';
import type { EntryDraft, PostingDraft } from '../journal/entry-draft.ts';
import { LOAN_PARTS } from '../loans/loans.ts';
import type { Loan } from '../loans/loans.ts';
import { readCurrency, sumMoney } from '../values/money.ts';
import type { Money } from '../values/money.ts';

export type RuleVariables = Readonly<Record<string, unknown>>;

/** The context that all subjects of one journal entry share. */
export interface RuleEntryContext {
  readonly draft: EntryDraft;
  readonly loan: Loan | undefined;
  /** The operation's caller and its context. */
  readonly context: RuleVariables;
  /** Of the tenant; decides the accounting date of an entry that names none. */
  readonly timeZone: string;
  readonly now: Date;
}

/** An account with its balance, in minor units, before and after the posting. */
export interface AccountStanding {
  readonly account: AccountState;
  readonly before: bigint;
  readonly after: bigint;
}

/** Builds the variables that every subject of the entry shares. */
export function buildEntryVariables({
  draft,
  loan,
  context,
  timeZone,
  now,
}: RuleEntryContext): RuleVariables {
  return {
    journal_entry: {
      entry_type: draft.entryType,
      currency: draft.currency ?? '',
      description: draft.description ?? '',
      effective_date: findEffectiveDate(draft, { timeZone }, now),
      ledger_lines: draft.ledgerLines.map(({ accountCode, side, amount }) => {
        return { account_code: accountCode, side, amount: Decimal.ofMoney(amount) };
      }),
      account_postings: draft.postings.map(toPostingMembers),
    },
    loan: loan ? toLoanMembers(loan) : null,
    transaction: draft.loanEntry ? toTransactionMembers(draft.loanEntry) : null,
    context,
    now: Timestamp.ofDate(now),
  };
}

/** Builds the variables of one posting. */
export function buildPostingVariables(
  shared: RuleVariables,
  posting: PostingDraft,
  standing: AccountStanding,
): RuleVariables {
  const members = toPostingMembers(posting);
  const { amount, currency } = members;
  return { ...shared, posting: members, amount, currency, account: toAccountMembers(standing) };
}

/** Builds the variables of a loan transaction, which need not touch an account. */
export function buildTransactionVariables(
  shared: RuleVariables,
  { allocation }: NonNullable<EntryDraft['loanEntry']>,
  standing: AccountStanding | undefined,
): RuleVariables {
  const amount = sumAllocation(allocation);
  return {
    ...shared,
    posting: null,
    amount: Decimal.ofMoney(amount),
    currency: readCurrency(amount),
    account: standing ? toAccountMembers(standing) : null,
  };
}

function sumAllocation(allocation: NonNullable<EntryDraft['loanEntry']>['allocation']): Money {
  return sumMoney(Object.values(allocation), readCurrency(allocation.principal));
}

function toPostingMembers({ accountId, direction, amount, reference }: PostingDraft) {
  return {
    account_id: accountId,
    direction,
    amount: Decimal.ofMoney(amount),
    currency: readCurrency(amount),
    reference: reference ?? '',
  };
}

function toAccountMembers({ account, before, after }: AccountStanding) {
  return {
    id: account.id,
    product_id: account.productId,
    status: account.status,
    currency: readCurrency(account.balance),
    balance: new Decimal(before, 100n),
    balance_after: new Decimal(after, 100n),
    version: BigInt(account.version),
  };
}

function toLoanMembers({ terms, state }: Loan) {
  const outstanding = LOAN_PARTS.map(
    (part) => [`${part}_outstanding`, Decimal.ofMoney(state.outstanding[part])] as const,
  );
  return {
    id: terms.id,
    customer_id: terms.customerId,
    product_id: terms.productId,
    account_id: terms.accountId,
    currency: readCurrency(terms.principal),
    principal: Decimal.ofMoney(terms.principal),
    reference: terms.reference ?? '',
    status: state.status,
    disbursed: Decimal.ofMoney(state.disbursed),
    ...Object.fromEntries(outstanding),
  };
}

function toTransactionMembers({ type, loanId, allocation }: NonNullable<EntryDraft['loanEntry']>) {
  const amount = sumAllocation(allocation);
  const parts = LOAN_PARTS.map((part) => [part, Decimal.ofMoney(allocation[part])] as const);
  return {
    type,
    loan_id: loanId,
    amount: Decimal.ofMoney(amount),
    currency: readCurrency(amount),
    allocation: Object.fromEntries(parts),
  };
}
