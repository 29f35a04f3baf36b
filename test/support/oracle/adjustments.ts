// Reversing and correcting records of the books (docs/contract.md, Adjustments).
import { post } from './adjustment-postings.ts';
import { targetOf } from './adjustment-targets.ts';
import type { NewAdjustment, Target } from './adjustment-targets.ts';
import { checkEntry } from './journal.ts';
import { checkLending, checkParts } from './loan-amounts.ts';
import { known, refuseWhen, Refused } from './refused.ts';
import { decided, submitted, toDecide } from './requests.ts';
import { fresh } from './rule.ts';
import type { Expected, Rule } from './rule.ts';
import { put } from './histories/world.ts';
import type { Asked, Body, Books, Exchange, Request } from './histories/world.ts';

function check(body: Body): void {
  const asked = body as unknown as NewAdjustment;
  const { adjustment_type: type, target_type: target, correction } = asked;
  refuseWhen(type === 'CORRECTION' && !correction, 'correction_required');
  refuseWhen(type === 'REVERSAL' && correction !== undefined, 'correction_not_allowed');
  if (!correction) return;
  const kind = target === 'TRANSACTION' ? 'lending' : 'journal';
  refuseWhen(Object.keys(correction).join() !== kind, 'wrong_correction');
  if (correction.journal) checkEntry(correction.journal);
  if (correction.lending) checkLending(correction.lending);
}

const submitFinancialAdjustmentRequest: Rule = {
  status: 201,
  check,
  carryOut: (books, asked, exchange) => {
    const wanted = asked.body as NewAdjustment;
    const target = targetOf(books, wanted);
    const { entry, transaction } = target;
    const { journal, lending } = wanted.correction ?? {};
    if (lending && transaction) checkParts(transaction.lent.type, lending);
    for (const { account_id: id } of journal?.account_postings ?? []) {
      known(books.accounts, id, 'account_not_found');
    }
    refuseWhen(entry.type === 'REVERSAL', 'target_is_reversal');
    refuseWhen(entry.reversedBy !== undefined, 'already_reversed');
    refuseWhen(!transaction && entry.transactionId !== undefined, 'adjust_the_transaction');
    refuseOtherCurrency(books, wanted, target);
    const id = fresh((exchange.answer.body as { id?: string }).id, 'far', books.adjustments);
    const body = {
      ...wanted,
      ...submitted(asked, exchange),
      id,
      target_journal_entry_id: entry.id,
      ...(transaction && {
        target_transaction_id: transaction.id,
        target_loan_id: transaction.loanId,
      }),
    };
    const { subject: maker } = asked;
    const request: Request = { id, maker, status: 'PENDING_APPROVAL', subject: entry.id, body };
    return { body, books: withRequest(books, request) };
  },
};

function refuseOtherCurrency(books: Books, { correction }: NewAdjustment, { transaction }: Target) {
  for (const { account_id: id, currency } of correction?.journal?.account_postings ?? []) {
    const own = known(books.accounts, id, 'account_not_found').currency;
    refuseWhen(own !== currency, 'currency_mismatch');
  }
  const { lending } = correction ?? {};
  if (!lending || !transaction) return;
  refuseWhen(lending.currency !== transaction.lent.currency, 'currency_mismatch');
}

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
  const target = targetOf(books, request.body as unknown as NewAdjustment);
  refuseWhen(target.entry.reversedBy !== undefined, 'already_reversed');
  const { facts, posted, bodies } = post(books, { request, target }, asked, exchange);
  const { body } = decided(request, 'APPLIED', asked, exchange);
  const after: Request = { ...request, status: 'APPLIED', body: { ...body, ...facts } };
  return { body: after.body, books: withRequest(posted, after), entries: bodies };
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
