// A journal entry as requested, validated without its accounts.
import {
  formatMoney,
  isAboveZero,
  money,
  NO_CURRENCY,
  order,
  parseMoney,
  sumMoney,
  toMinorUnits,
} from '../values/money.ts';
import type { Money } from '../values/money.ts';
import type { LoanTransactionType } from '../loans/transactions.ts';
import type { Direction } from '../values/direction.ts';
import type { Allocation } from '../loans/loans.ts';
import { Refusal, refuseIf } from '../refusals/refusals.ts';

export interface LedgerLine {
  readonly accountCode: string;
  readonly side: Direction;
  readonly amount: Money;
}

export interface PostingDraft {
  readonly accountId: string;
  readonly direction: Direction;
  readonly amount: Money;
  readonly reference?: string;
}

export interface EntryDraft {
  readonly entryType: 'OPENING_BALANCE' | 'POSTING' | 'REVERSAL' | 'CORRECTION';
  readonly ledgerLines: readonly LedgerLine[];
  readonly postings: readonly PostingDraft[];
  readonly currency?: string;
  readonly description?: string;
  readonly effectiveDate?: string;
  /** The loan transaction that this entry posts. */
  readonly loanEntry?: LoanEntry;
  readonly links?: EntryLinks;
  /** The codes on which the original of a reversal recorded a difference. */
  readonly differingCodes?: readonly string[];
  /** The rules that failed on the draft and were skipped. */
  readonly skippedRules?: readonly SkippedRule[];
}

/** A rule that did not judge an entry because it failed, with the contract's member names. */
export interface SkippedRule {
  readonly product_id: string;
  readonly rule_id: string;
  /** The positions of the postings, from 1; absent for the loan transaction of the entry. */
  readonly positions?: readonly number[];
  /** Why its condition could not be evaluated; for several postings, on the first of them. */
  readonly error: {
    readonly message: string;
    readonly line: number;
    readonly column: number;
    readonly offset: number;
  };
}

/**
 * The loan transaction as its journal entry stores it. Entry and LoanEntry together give the whole
 * transaction.
 */
export interface LoanEntry {
  readonly loanId: string;
  /** The loan's account, whether or not the entry posts on it. */
  readonly accountId: string;
  readonly type: LoanTransactionType;
  readonly allocation: Allocation;
}

/**
 * A control account that an entry does not move as its postings move what the account controls. A
 * movement is a net credit: positive when credits exceed debits.
 */
export interface ControlDifference {
  readonly accountCode: string;
  /** The movement of the customers' accounts or loans that the code controls. */
  readonly expected: Money;
  /** The movement of the entry's ledger lines on the code. */
  readonly found: Money;
}

/**
 * The accounts whose products have the rules for the entry: those that it posts on, and that of its loan, on
 * which interest and fees do not post.
 */
export function listRuledAccounts({ postings, loanEntry }: EntryDraft): string[] {
  const posted = postings.map(({ accountId }) => accountId);
  return loanEntry ? [...posted, loanEntry.accountId] : posted;
}

/** The links from an adjusting entry to the entry that it adjusts. */
export interface EntryLinks {
  readonly reversesJournalEntryId?: string;
  readonly replacesJournalEntryId?: string;
  readonly adjustmentRequestId?: string;
  /** The accounting period of the adjusted entry, if it takes no more entries. */
  readonly adjustsPeriod?: string;
  /** The general-ledger request whose approval posted the entry: the closing of a year. */
  readonly generalLedgerRequestId?: string;
  /** The workflow execution that posted the entry. */
  readonly workflowExecutionId?: string;
}

export interface LedgerLineRequest {
  readonly account_code: string;
  readonly debit_amount?: string;
  readonly credit_amount?: string;
}

export interface PostingRequest {
  readonly account_id: string;
  readonly direction: Direction;
  readonly amount: string;
  readonly currency: string;
  readonly reference?: string;
}

export interface JournalEntryRequest {
  readonly ledger_lines: readonly LedgerLineRequest[];
  readonly account_postings?: readonly PostingRequest[];
  readonly description?: string;
  readonly effective_date?: string;
  readonly entry_type?: 'POSTING' | 'OPENING_BALANCE';
  readonly currency?: string;
}

/** A limit of DynamoDB: one transaction holds 100 items. */
const TRANSACTION_ITEMS_MAX = 100;

/**
 * Validates the entries without their accounts (docs/contract.md, Journal entries). `pointers` name each
 * entry in messages, for example `/entries/3`. Refuses, in this order: mixed_currencies,
 * invalid_ledger_line, unbalanced, invalid_amount (entry by entry), too_many_writes.
 */
export function draftEntries(
  requests: readonly JournalEntryRequest[],
  pointers: readonly string[],
): EntryDraft[] {
  const drafts = requests.map((request, index) => draftEntry(request, pointers[index] ?? ''));
  refuseTooManyWrites(drafts, ['receipt']);
  return drafts;
}

function draftEntry(request: JournalEntryRequest, pointer: string): EntryDraft {
  const postings = request.account_postings ?? [];
  const currency = requireOneCurrency(request, pointer);
  const ledgerLines = request.ledger_lines.map((line, index) =>
    draftLine(line, currency ?? NO_CURRENCY, `${pointer}/ledger_lines/${index}`),
  );
  refuseUnbalancedLines(ledgerLines, currency ?? NO_CURRENCY, pointer);
  const { description, effective_date: effectiveDate } = request;
  return {
    entryType: request.entry_type ?? 'POSTING',
    ledgerLines,
    postings: postings.map((posting, index) =>
      draftPosting(posting, `${pointer}/account_postings/${index}`),
    ),
    ...(currency !== undefined && { currency }),
    ...(description !== undefined && { description }),
    ...(effectiveDate !== undefined && { effectiveDate }),
  };
}

function draftLine(line: LedgerLineRequest, currency: string, pointer: string): LedgerLine {
  const debit = parseMoney(line.debit_amount ?? '0.00', currency);
  const credit = parseMoney(line.credit_amount ?? '0.00', currency);
  if (isAboveZero(debit) === isAboveZero(credit)) {
    const fault = `${pointer} must carry exactly one amount above zero`;
    throw new Refusal('invalid_ledger_line', [fault]);
  }
  return isAboveZero(debit)
    ? { accountCode: line.account_code, side: 'DEBIT', amount: debit }
    : { accountCode: line.account_code, side: 'CREDIT', amount: credit };
}

function draftPosting(posting: PostingRequest, pointer: string): PostingDraft {
  const amount = parseMoney(posting.amount, posting.currency);
  if (!isAboveZero(amount)) {
    throw new Refusal('invalid_amount', [`${pointer}/amount must be above zero`]);
  }
  const { account_id: accountId, direction, reference } = posting;
  return { accountId, direction, amount, ...(reference !== undefined && { reference }) };
}

function requireOneCurrency(
  { account_postings: postings = [], currency: named }: JournalEntryRequest,
  pointer: string,
): string | undefined {
  const currencies = [...new Set(postings.map(({ currency }) => currency))];
  if (currencies.length > 1) {
    const fault = `${pointer}/account_postings mix the currencies ${currencies.join(', ')}`;
    throw new Refusal('mixed_currencies', [fault]);
  }
  const [posted = named] = currencies;
  if (named !== undefined && named !== posted) {
    const fault = `${pointer}/currency is ${named}, but ${pointer}/account_postings are in ${posted}`;
    throw new Refusal('mixed_currencies', [fault]);
  }
  return posted;
}

/** Returns the draft in the currency, unless it has one; NO_CURRENCY leaves it without. */
export function denominateEntry(draft: EntryDraft, currency: string): EntryDraft {
  if (draft.currency !== undefined || currency === NO_CURRENCY) return draft;
  const ledgerLines = draft.ledgerLines.map((line) => {
    return { ...line, amount: money(toMinorUnits(line.amount), currency) };
  });
  return { ...draft, ledgerLines, currency };
}

function refuseUnbalancedLines(
  lines: readonly LedgerLine[],
  currency: string,
  pointer: string,
): void {
  const sum = (side: Direction) =>
    sumMoney(
      lines.filter((line) => line.side === side).map(({ amount }) => amount),
      currency,
    );
  const debits = sum('DEBIT');
  const credits = sum('CREDIT');
  if (order(debits, credits) !== 0) {
    const sums = `debits ${formatMoney(debits)}, credits ${formatMoney(credits)}`;
    throw new Refusal('unbalanced', [`${pointer}/ledger_lines do not balance: ${sums}`]);
  }
}

/** `others` are the transaction's items besides those of the drafts. Refuses with too_many_writes. */
export function refuseTooManyWrites(
  drafts: readonly EntryDraft[],
  others: readonly string[],
): void {
  const postings = drafts.flatMap((draft) => draft.postings);
  const accounts = new Set(postings.map(({ accountId }) => accountId)).size;
  const items = others.length + drafts.length + accounts + postings.length;
  refuseIf(
    items > TRANSACTION_ITEMS_MAX,
    'too_many_writes',
    `The request would write ${items} items; one transaction holds ${TRANSACTION_ITEMS_MAX}: ` +
      `the ${others.join(', ')}, each entry, each account and each posting.`,
  );
}
