// Reversing and correcting what stands in the books, on request and with approval (decisions
// section 7). The record itself is never touched: what is posted beside it undoes it.
import type { AccountState } from './accounts.ts';
import { correctedDrafts } from './corrections.ts';
import type { AdjustmentType, Correction, NewAdjustment } from './corrections.ts';
import { approve, submitted } from './decisions.ts';
import type { Checker, ControlledRequest, Submission } from './decisions.ts';
import { refuseTooManyWrites } from './entry-draft.ts';
import type { Direction, EntryDraft } from './entry-draft.ts';
import { noAccount, postEntries } from './journal.ts';
import type { JournalEntry, Posted, PostingContext } from './journal.ts';
import { currencyOf } from './money.ts';
import { Refusal, refuseIf } from './refusals.ts';

/** What is to be adjusted, as it stands for ever; loan transactions will be a second type. */
export interface AdjustmentTarget {
  readonly type: 'JOURNAL_ENTRY';
  readonly entry: JournalEntry;
}

export interface AdjustmentRequest extends ControlledRequest {
  readonly adjustmentType: AdjustmentType;
  readonly target: AdjustmentTarget;
  /** As it was asked for. */
  readonly correction?: Correction;
  readonly reversalJournalEntryId?: string;
  readonly replacementJournalEntryId?: string;
}

/** What an adjustment is decided on. */
export interface AdjustmentBasis {
  readonly accounts: ReadonlyMap<string, AccountState>;
  /** The entry that has reversed the target already. */
  readonly reversedBy?: string | undefined;
}

/**
 * Asks for an adjustment of the target, whose correction has been checked. Refuses, in this order:
 * too_many_writes, account_not_found, target_is_reversal, already_reversed, adjust_the_transaction,
 * currency_mismatch.
 */
export function submitAdjustment(
  asked: NewAdjustment,
  target: AdjustmentTarget,
  basis: AdjustmentBasis,
  submission: Submission,
): AdjustmentRequest {
  const { adjustment_type: adjustmentType, correction } = asked;
  const request: AdjustmentRequest = {
    ...submitted(submission),
    adjustmentType,
    target,
    ...(correction && { correction }),
  };
  refuseTooManyWrites(adjustmentDrafts(request), ['receipt', 'request', 'mark of the reversal']);
  const replacement = correctedDrafts(correction);
  for (const { accountId } of replacement.flatMap(({ postings }) => postings)) {
    refuseIf(!basis.accounts.has(accountId), 'account_not_found', noAccount(accountId));
  }
  refuseTarget(target, basis);
  for (const draft of replacement) refuseOtherCurrency(draft, basis);
  return request;
}

function refuseTarget({ entry }: AdjustmentTarget, { reversedBy }: AdjustmentBasis): void {
  const { id, entryType, transactionId } = entry;
  refuseIf(
    entryType === 'REVERSAL',
    'target_is_reversal',
    `Journal entry ${id} is a reversal itself.`,
  );
  if (reversedBy !== undefined) throw new Refusal('already_reversed', wasReversed(id, reversedBy));
  refuseIf(
    transactionId !== undefined,
    'adjust_the_transaction',
    `Journal entry ${id} posts the transaction ${transactionId ?? ''}: adjust that.`,
  );
}

function refuseOtherCurrency({ postings }: EntryDraft, { accounts }: AdjustmentBasis): void {
  for (const { accountId, amount } of postings) {
    const state = accounts.get(accountId);
    const own = state && currencyOf(state.balance);
    const given = currencyOf(amount);
    refuseIf(
      own !== given,
      'currency_mismatch',
      `Account ${accountId} is in ${own ?? 'no currency'}, not ${given}.`,
    );
  }
}

function wasReversed(id: string, by: string): string {
  return `Journal entry ${id} was reversed by ${by} already.`;
}

/** What the approval posts: the reversal and, for a correction, the replacement. */
export function adjustmentDrafts(request: AdjustmentRequest): EntryDraft[] {
  const { id, reason: description, target, correction } = request;
  const replacements = correctedDrafts(correction).map((draft): EntryDraft => {
    const links = { replacesJournalEntryId: target.entry.id, adjustmentRequestId: id };
    return { ...draft, entryType: 'CORRECTION', description, links };
  });
  return [reversalOf(target.entry, id, description), ...replacements];
}

const OPPOSITE: Readonly<Record<Direction, Direction>> = { DEBIT: 'CREDIT', CREDIT: 'DEBIT' };

function reversalOf(entry: JournalEntry, requestId: string, description: string): EntryDraft {
  return {
    entryType: 'REVERSAL',
    ledgerLines: entry.ledgerLines.map((line) => ({ ...line, side: OPPOSITE[line.side] })),
    postings: entry.postings.map(({ accountId, direction, amount, reference }) => ({
      accountId,
      direction: OPPOSITE[direction],
      amount,
      ...(reference !== undefined && { reference }),
    })),
    ...(entry.currency !== undefined && { currency: entry.currency }),
    description,
    links: { reversesJournalEntryId: entry.id, adjustmentRequestId: requestId },
  };
}

export interface ApprovedAdjustment {
  readonly request: AdjustmentRequest;
  /** What is posted; absent when the request has FAILED. */
  readonly posted?: Posted;
}

/** Approves on what was read of accounts and target. Refuses as `approve` does. */
export function approveAdjustment(
  request: AdjustmentRequest,
  basis: AdjustmentBasis,
  checker: Checker,
  context: PostingContext,
): ApprovedAdjustment {
  const posted = postAdjustment(request, basis, context);
  if (typeof posted === 'string') return { request: approve(request, checker, posted) };
  const [reversal, replacement] = posted.entries;
  const applied: AdjustmentRequest = {
    ...approve(request, checker),
    ...(reversal && { reversalJournalEntryId: reversal.id }),
    ...(replacement && { replacementJournalEntryId: replacement.id }),
  };
  return { request: applied, posted };
}

// What is posted, or the sentence that says why it cannot be.
function postAdjustment(
  request: AdjustmentRequest,
  { accounts, reversedBy }: AdjustmentBasis,
  context: PostingContext,
): Posted | string {
  if (reversedBy !== undefined) return wasReversed(request.target.entry.id, reversedBy);
  try {
    return postEntries(adjustmentDrafts(request), accounts, { ...context, funds: 'net' });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.message;
  }
}
