// Journal entries: when they are well formed, and what posting them does to the accounts. The rules are
// those of docs/contract.md, Journal entries.
import { describeMissingAccount } from '../accounts/accounts.ts';
import type { AccountState } from '../accounts/accounts.ts';
import {
  readCurrency,
  isAboveZero,
  isStorable,
  toMinorUnits,
  subtractMoney,
  addMoney,
} from '../values/money.ts';
import type { Money } from '../values/money.ts';
import { Refusal, refuseIf } from '../refusals/refusals.ts';
import type { ProductTerms } from '../products/products.ts';
import { findEffectiveDate } from '../general-ledger/effective-dates.ts';
import { refuseUncontrolledEntries } from './entry-controls.ts';
import type { GeneralLedgerTerms } from './entry-controls.ts';
import { refuseNetOverdraft, refuseOverdraft } from './overdrafts.ts';
import { computePostingTime } from './posting-time.ts';
import {
  buildControlTerms,
  computeControlDifferences,
  refuseControlDifferences,
} from './control-accounts.ts';
import type {
  ControlDifference,
  EntryDraft,
  EntryLinks,
  LedgerLine,
  LoanEntry,
  PostingDraft,
  SkippedRule,
} from './entry-draft.ts';

export type EntryType = 'OPENING_BALANCE' | 'POSTING' | 'REVERSAL' | 'CORRECTION';

/** A stored posting. */
export interface Posting extends PostingDraft {
  readonly entryId: string;
  /** The sequence number of its account entry, from 1 without gaps. */
  readonly sequence: number;
  readonly balanceAfter: Money;
}

export interface JournalEntry extends EntryLinks {
  readonly id: string;
  readonly entryType: EntryType;
  readonly ledgerLines: readonly LedgerLine[];
  readonly postings: readonly Posting[];
  readonly currency?: string;
  readonly description?: string;
  readonly effectiveDate: string;
  /** The loan transaction that the entry posts, if any. */
  readonly loanEntry?: LoanEntry;
  readonly transactionId?: string;
  /** Absent if the entry moves its control accounts as its postings move what they control. */
  readonly controlDifferences?: readonly ControlDifference[];
  /** Absent if every rule that applies has judged the entry. */
  readonly skippedRules?: readonly SkippedRule[];
  readonly postedBy: string;
  readonly correlationId: string;
  readonly postedAt: string;
}

export interface PostedEntries {
  readonly entries: readonly JournalEntry[];
  /** The state of every touched account after all entries. */
  readonly accounts: readonly AccountState[];
}

export interface PostingContext {
  readonly now: Date;
  readonly postedBy: string;
  readonly correlationId: string;
  /** Makes identifiers that sort by the given time and then by the order in which they were made. */
  readonly idsAt: (at: Date) => (prefix: 'jrn' | 'ent') => string;
  /** `net`: funds must suffice for all postings together. By default they must suffice for each posting. */
  readonly funds?: 'net';
  /** The product terms of accounts; without it, every account has the default terms. */
  readonly termsOf?: (productId: string) => ProductTerms;
  /** The product of the loan whose transactions are posted. */
  readonly loanProductId?: string;
  /** Every code that controls accounts or loans of the tenant; by default the default codes. */
  readonly controlCodes?: ReadonlySet<string>;
  /** The codes that once controlled what a reversed entry moved. */
  readonly formerCodes?: readonly string[];
  readonly generalLedger: GeneralLedgerTerms;
}

/** Builds a posting's unique key: the journal entry and the posting's position, from 1. */
export function buildPostingKey(journalEntryId: string, position: number): string {
  return `${journalEntryId}#${position}`;
}

/** Returns the id of the loan transaction that a journal entry posts: both have the same UUID. */
export function toTransactionId(journalEntryId: string): string {
  return journalEntryId.replace(/^jrn_/, 'txn_');
}

/** Returns the id of the journal entry that posts a loan transaction. */
export function toJournalEntryId(transactionId: string): string {
  return transactionId.replace(/^txn_/, 'jrn_');
}

/**
 * Posts the drafts in order on the accounts as read. Refuses, in this order: account_not_found,
 * currency_mismatch, account_not_active, opening_balance_not_first, insufficient_funds,
 * balance_out_of_range, as refuseUncontrolledEntries does, and control_account_mismatch.
 */
export function postEntries(
  drafts: readonly EntryDraft[],
  accounts: ReadonlyMap<string, AccountState>,
  context: PostingContext,
): PostedEntries {
  const postings = drafts.flatMap((draft) => draft.postings);
  refuseUnknownAccounts(drafts, accounts);
  const states = new Map(accounts);
  const at = computePostingTime(context.now, accounts.values());
  const newId = context.idsAt(at);
  const entries = drafts.map((draft) => postEntry(draft, states, { ...context, at, newId }));
  const touched = new Set(postings.map(({ accountId }) => accountId));
  const after = [...states.values()].filter(({ id }) => touched.has(id));
  for (const state of after) {
    refuseNetOverdraft(accounts.get(state.id), state, readOverdraftLimit(state, context));
  }
  const { generalLedger } = context;
  refuseUncontrolledEntries(drafts, generalLedger, at);
  for (const entry of entries) {
    refuseControlDifferences(entry, generalLedger.settings.controlAccounts);
  }
  return { entries, accounts: after };
}

/** Refuses with account_not_found when a draft posts on an account that was not read. */
export function refuseUnknownAccounts(
  drafts: readonly EntryDraft[],
  accounts: ReadonlyMap<string, AccountState>,
): void {
  for (const { accountId } of drafts.flatMap((draft) => draft.postings)) {
    refuseIf(!accounts.has(accountId), 'account_not_found', describeMissingAccount(accountId));
  }
}

type EntryContext = PostingContext & {
  readonly at: Date;
  readonly newId: (prefix: 'jrn' | 'ent') => string;
};

function postEntry(
  draft: EntryDraft,
  states: Map<string, AccountState>,
  context: EntryContext,
): JournalEntry {
  const postedAt = context.at.toISOString();
  const id = context.newId('jrn');
  const postings = draft.postings.map((posting) => {
    const before = readState(states, posting);
    const state = applyPosting(posting, draft.entryType, before, postedAt);
    if (context.funds !== 'net') {
      refuseOverdraft(before, posting, state.balance, readOverdraftLimit(before, context));
    }
    states.set(state.id, state);
    const entryId = context.newId('ent');
    return { ...posting, entryId, sequence: state.sequence, balanceAfter: state.balance };
  });
  const { entryType, ledgerLines, currency, description, loanEntry, skippedRules } = draft;
  const controlTerms = buildControlTerms((of) => states.get(of)?.productId, context);
  const controlDifferences = computeControlDifferences(draft, controlTerms);
  return {
    id,
    entryType,
    ledgerLines,
    postings,
    ...(currency !== undefined && { currency }),
    ...(description !== undefined && { description }),
    effectiveDate: findEffectiveDate(draft, context.generalLedger.settings, context.at),
    ...draft.links,
    ...(loanEntry && { loanEntry, transactionId: toTransactionId(id) }),
    ...(controlDifferences.length > 0 && { controlDifferences }),
    ...(skippedRules && { skippedRules }),
    postedBy: context.postedBy,
    correlationId: context.correlationId,
    postedAt,
  };
}

function readState(states: ReadonlyMap<string, AccountState>, posting: PostingDraft): AccountState {
  const state = states.get(posting.accountId);
  if (!state) throw new Refusal('account_not_found', describeMissingAccount(posting.accountId));
  return state;
}

function applyPosting(
  posting: PostingDraft,
  entryType: EntryType,
  state: AccountState,
  postedAt: string,
): AccountState {
  const { id, status, sequence } = state;
  const currency = readCurrency(state.balance);
  const given = readCurrency(posting.amount);
  refuseIf(
    given !== currency,
    'currency_mismatch',
    `Account ${id} is in ${currency}, not ${given}.`,
  );
  refuseIf(status !== 'ACTIVE', 'account_not_active', `Account ${id} is ${status}.`);
  refuseIf(
    entryType === 'OPENING_BALANCE' && sequence > 0,
    'opening_balance_not_first',
    `Account ${id} already has entries.`,
  );
  const balance = computeBalanceAfter(state, posting);
  return {
    ...state,
    balance,
    sequence: sequence + 1,
    version: state.version + 1,
    postedAt,
    updatedAt: postedAt,
  };
}

function computeBalanceAfter(state: AccountState, { direction, amount }: PostingDraft): Money {
  const balance =
    direction === 'CREDIT' ? addMoney(state.balance, amount) : subtractMoney(state.balance, amount);
  refuseIf(
    !isStorable(balance),
    'balance_out_of_range',
    `The balance of account ${state.id} would need more than 38 digits.`,
  );
  return balance;
}

function readOverdraftLimit({ productId }: AccountState, { termsOf }: PostingContext): bigint {
  return termsOf?.(productId).overdraftLimit ?? 0n;
}

/** Whether debits equal credits. It is asserted again just before storing. */
export function isBalanced(lines: readonly LedgerLine[]): boolean {
  const signed = lines.map(({ side, amount }) =>
    side === 'DEBIT' ? toMinorUnits(amount) : -toMinorUnits(amount),
  );
  return (
    lines.every(({ amount }) => isAboveZero(amount)) && signed.reduce((a, b) => a + b, 0n) === 0n
  );
}
