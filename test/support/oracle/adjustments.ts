// Reversing and correcting records (docs/contract.md, Adjustments).
import { postAdjustment } from './adjustment-postings.ts';
import { findTarget } from './adjustment-targets.ts';
import type { AdjustmentBody, AdjustedEntry } from './adjustment-targets.ts';
import { checkEntry } from './journal.ts';
import { checkLending, checkParts } from './loan-amounts.ts';
import { requireKnown, refuseWhen, OracleRefusal } from './oracle-refusal.ts';
import { applyDecision, buildRequest, requirePending } from './requests.ts';
import { requireFreshId } from './oracle-rule.ts';
import type { ExpectedAnswer, OracleRule } from './oracle-rule.ts';
import { putRecord } from './histories/oracle-state.ts';
import type {
  SentRequest,
  OracleBody,
  TenantState,
  OracleExchange,
  OracleRequest,
} from './histories/oracle-state.ts';

function checkAdjustment(body: OracleBody): void {
  const asked = body as unknown as AdjustmentBody;
  const { adjustment_type: type, target_type: target, correction } = asked;
  refuseWhen(type === 'CORRECTION' && !correction, 'correction_required');
  refuseWhen(type === 'REVERSAL' && correction !== undefined, 'correction_not_allowed');
  if (!correction) return;
  const kind = target === 'TRANSACTION' ? 'lending' : 'journal';
  refuseWhen(Object.keys(correction).join() !== kind, 'wrong_correction');
  if (correction.journal) checkEntry(correction.journal);
  if (correction.lending) checkLending(correction.lending);
}

const submitFinancialAdjustmentRequest: OracleRule = {
  status: 201,
  check: checkAdjustment,
  carryOut: (books, asked, exchange) => {
    const wanted = asked.body as AdjustmentBody;
    const target = findTarget(books, wanted);
    const { entry, transaction } = target;
    const { journal, lending } = wanted.correction ?? {};
    if (lending && transaction) checkParts(transaction.effect.type, lending);
    for (const { account_id: id } of journal?.account_postings ?? []) {
      requireKnown(books.accounts, id, 'account_not_found');
    }
    refuseWhen(entry.type === 'REVERSAL', 'target_is_reversal');
    refuseWhen(entry.reversedBy !== undefined, 'already_reversed');
    refuseWhen(!transaction && entry.transactionId !== undefined, 'adjust_the_transaction');
    refuseOtherCurrency(books, wanted, target);
    const id = requireFreshId(
      (exchange.answer.body as { id?: string }).id,
      'far',
      books.adjustments,
    );
    const body = {
      ...wanted,
      ...buildRequest(asked, exchange),
      id,
      target_journal_entry_id: entry.id,
      ...(transaction && {
        target_transaction_id: transaction.id,
        target_loan_id: transaction.loanId,
      }),
    };
    const { subject: maker } = asked;
    const request: OracleRequest = {
      id,
      maker,
      status: 'PENDING_APPROVAL',
      subject: entry.id,
      body,
    };
    return { body, books: putRequest(books, request) };
  },
};

function refuseOtherCurrency(
  books: TenantState,
  { correction }: AdjustmentBody,
  { transaction }: AdjustedEntry,
) {
  for (const { account_id: id, currency } of correction?.journal?.account_postings ?? []) {
    const own = requireKnown(books.accounts, id, 'account_not_found').currency;
    refuseWhen(own !== currency, 'currency_mismatch');
  }
  const { lending } = correction ?? {};
  if (!lending || !transaction) return;
  refuseWhen(lending.currency !== transaction.effect.currency, 'currency_mismatch');
}

const approveFinancialAdjustmentRequest: OracleRule = {
  status: 201,
  carryOut: (books, asked, exchange) => {
    const request = requireAdjustment(books, asked, true);
    try {
      return applyAdjustment(books, request, asked, exchange);
    } catch (error) {
      if (!(error instanceof OracleRefusal)) throw error;
      const failed = applyDecision(request, 'FAILED', asked, exchange);
      return { body: failed.body, books: putRequest(books, failed) };
    }
  },
};

function applyAdjustment(
  books: TenantState,
  request: OracleRequest,
  asked: SentRequest,
  exchange: OracleExchange,
): ExpectedAnswer {
  const target = findTarget(books, request.body as unknown as AdjustmentBody);
  refuseWhen(target.entry.reversedBy !== undefined, 'already_reversed');
  const { facts, posted, bodies } = postAdjustment(books, { request, target }, asked, exchange);
  const { body } = applyDecision(request, 'APPLIED', asked, exchange);
  const after: OracleRequest = { ...request, status: 'APPLIED', body: { ...body, ...facts } };
  return { body: after.body, books: putRequest(posted, after), entries: bodies };
}

const rejectFinancialAdjustmentRequest: OracleRule = {
  status: 201,
  carryOut: (books, asked, exchange) => {
    const after = applyDecision(
      requireAdjustment(books, asked, false),
      'REJECTED',
      asked,
      exchange,
    );
    return { body: after.body, books: putRequest(books, after) };
  },
};

const getFinancialAdjustmentRequest: OracleRule = {
  status: 200,
  carryOut: (books, { path }) => {
    const { body } = requireKnown(
      books.adjustments,
      path['requestId'],
      'adjustment_request_not_found',
    );
    return { body, books };
  },
};

function requireAdjustment(
  { adjustments }: TenantState,
  asked: SentRequest,
  isApproval: boolean,
): OracleRequest {
  return requirePending(adjustments, asked, isApproval, 'adjustment_request_not_found');
}

function putRequest(books: TenantState, request: OracleRequest): TenantState {
  return { ...books, adjustments: putRecord(books.adjustments, request.id, request) };
}

export const adjustmentRules = {
  submitFinancialAdjustmentRequest,
  approveFinancialAdjustmentRequest,
  rejectFinancialAdjustmentRequest,
  getFinancialAdjustmentRequest,
};
