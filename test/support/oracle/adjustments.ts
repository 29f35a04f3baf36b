// Reversing and correcting records of the books (decisions section 7).
import { checkEntry, draftOf } from './journal.ts';
import type { NewEntry } from './journal.ts';
import { postAll } from './posting.ts';
import type { Draft } from './posting.ts';
import { known, refuseWhen, Refused } from './refused.ts';
import { decided, submitted, toDecide } from './requests.ts';
import { fresh } from './rule.ts';
import type { Expected, Rule } from './rule.ts';
import { put } from './world.ts';
import type { Asked, Body, Books, Exchange, JournalEntry, Request } from './world.ts';

export interface NewAdjustment {
  readonly target_type: 'TRANSACTION' | 'JOURNAL_ENTRY';
  readonly target_id: string;
  readonly adjustment_type: 'REVERSAL' | 'CORRECTION';
  readonly reason: string;
  readonly correction?: { readonly journal?: NewEntry; readonly lending?: unknown };
}

function check(body: Body): void {
  const asked = body as unknown as NewAdjustment;
  const { adjustment_type: type, target_type: target, correction } = asked;
  refuseWhen(type === 'CORRECTION' && !correction, 'correction_required');
  refuseWhen(type === 'REVERSAL' && correction !== undefined, 'correction_not_allowed');
  if (!correction) return;
  const kind = target === 'TRANSACTION' ? 'lending' : 'journal';
  refuseWhen(Object.keys(correction).join() !== kind, 'wrong_correction');
  if (correction.journal) checkEntry(correction.journal);
}

const submitFinancialAdjustmentRequest: Rule = {
  status: 201,
  check,
  carryOut: (books, asked, exchange) => {
    const wanted = asked.body as NewAdjustment;
    refuseWhen(wanted.target_type === 'TRANSACTION', 'transaction_not_found');
    const target = known(books.journal, wanted.target_id, 'journal_entry_not_found');
    const { account_postings: postings = [] } = wanted.correction?.journal ?? {};
    for (const { account_id: id } of postings) known(books.accounts, id, 'account_not_found');
    refuseWhen(target.type === 'REVERSAL', 'target_is_reversal');
    refuseWhen(target.reversedBy !== undefined, 'already_reversed');
    refuseWhen(target.transactionId !== undefined, 'adjust_the_transaction');
    for (const { account_id: id, currency } of postings) {
      const own = known(books.accounts, id, 'account_not_found').currency;
      refuseWhen(own !== currency, 'currency_mismatch');
    }
    const id = fresh((exchange.answer.body as { id?: string }).id, 'far', books.adjustments);
    const body = {
      ...wanted,
      ...submitted(asked, exchange),
      id,
      target_journal_entry_id: target.id,
    };
    const request: Request = {
      id,
      maker: asked.subject,
      status: 'PENDING_APPROVAL',
      subject: target.id,
      body,
    };
    return { body, books: withRequest(books, request) };
  },
};

const approveFinancialAdjustmentRequest: Rule = {
  status: 201,
  carryOut: (books, asked, exchange) => {
    const request = found(books, asked, true);
    try {
      return applied(books, request, asked, exchange);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const failed = decided(request, 'FAILED', asked, exchange);
      return { body: failed.body, books: withRequest(books, failed) };
    }
  },
};

function applied(books: Books, request: Request, asked: Asked, exchange: Exchange): Expected {
  const target = known(books.journal, request.subject, 'journal_entry_not_found');
  refuseWhen(target.reversedBy !== undefined, 'already_reversed');
  const drafts = draftsOf(request, target);
  const facts = exchange.entries;
  const { books: posted, bodies } = postAll(books, drafts, { asked, facts, isNet: true });
  const [reversal, replacement] = bodies.map(({ id }) => id as string);
  const { body } = decided(request, 'APPLIED', asked, exchange);
  const after: Request = {
    ...request,
    status: 'APPLIED',
    body: {
      ...body,
      reversal_journal_entry_id: reversal,
      ...(replacement !== undefined && { replacement_journal_entry_id: replacement }),
    },
  };
  const marked = { ...target, ...(reversal !== undefined && { reversedBy: reversal }) };
  const journal = put(posted.journal, target.id, marked);
  return {
    body: after.body,
    books: withRequest({ ...posted, journal }, after),
    entries: bodies,
  };
}

function draftsOf(request: Request, target: JournalEntry): Draft[] {
  const { reason: description, correction } = request.body as unknown as NewAdjustment;
  const links = { adjustment_request_id: request.id };
  const reversal = {
    ...turnedRound(target),
    type: 'REVERSAL',
    description,
    links: { ...links, reverses_journal_entry_id: target.id },
  };
  if (!correction?.journal) return [reversal];
  const replacement = {
    ...draftOf(correction.journal),
    type: 'CORRECTION',
    description,
    links: { ...links, replaces_journal_entry_id: target.id },
  };
  return [reversal, replacement];
}

/** What undoes the entry: every line and every posting the other way round. */
export function turnedRound({ lines, postings }: JournalEntry) {
  const [first] = postings;
  return {
    lines: lines.map(({ account_code, debit_amount, credit_amount }) => ({
      account_code,
      ...(credit_amount !== undefined && { debit_amount: credit_amount }),
      ...(debit_amount !== undefined && { credit_amount: debit_amount }),
    })),
    postings: postings.map((posting) => ({
      ...posting,
      direction: posting.direction === 'DEBIT' ? ('CREDIT' as const) : ('DEBIT' as const),
    })),
    ...(first && { currency: first.currency }),
  };
}

const rejectFinancialAdjustmentRequest: Rule = {
  status: 201,
  carryOut: (books, asked, exchange) => {
    const after = decided(found(books, asked, false), 'REJECTED', asked, exchange);
    return { body: after.body, books: withRequest(books, after) };
  },
};

const getFinancialAdjustmentRequest: Rule = {
  status: 200,
  carryOut: (books, { path }) => {
    const { body } = known(books.adjustments, path['requestId'], 'adjustment_request_not_found');
    return { body, books };
  },
};

function found({ adjustments }: Books, asked: Asked, isApproval: boolean): Request {
  return toDecide(adjustments, asked, isApproval, 'adjustment_request_not_found');
}

function withRequest(books: Books, request: Request): Books {
  return { ...books, adjustments: put(books.adjustments, request.id, request) };
}

export const adjustmentRules = {
  submitFinancialAdjustmentRequest,
  approveFinancialAdjustmentRequest,
  rejectFinancialAdjustmentRequest,
  getFinancialAdjustmentRequest,
};
