// The oracle's rules for reversals and corrections (docs/contract.md, Adjustments).
import { buildDrafts, postAdjustment } from './adjustment-postings.ts';
import { findTarget } from './adjustment-targets.ts';
import type { AdjustmentBody, AdjustedEntry } from './adjustment-targets.ts';
import { refuseUncontrolled } from './general-ledger/entry-controls.ts';
import { checkEntry } from './journal.ts';
import { checkLending, checkParts } from './loan-amounts.ts';
import { refuseLoose } from './posting.ts';
import { requireKnown, refuseWhen, OracleRefusal } from './oracle-refusal.ts';
import { applyDecision, applyWithdrawal, buildRequest, requirePending } from './requests.ts';
import type { OracleDecision } from './requests.ts';
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
  const adjustment = body as unknown as AdjustmentBody;
  const { adjustment_type: type, target_type: target, correction } = adjustment;
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
  carryOut: (state, sent, exchange) => {
    const adjustment = sent.body as AdjustmentBody;
    const target = findTarget(state, adjustment);
    const { entry, transaction } = target;
    const { journal, lending } = adjustment.correction ?? {};
    if (lending && transaction) checkParts(transaction.effect.type, lending);
    for (const { account_id: id } of journal?.account_postings ?? []) {
      requireKnown(state.accounts, id, 'account_not_found');
    }
    refuseWhen(entry.type === 'REVERSAL', 'target_is_reversal');
    refuseWhen(entry.reversedBy !== undefined, 'already_reversed');
    refuseWhen(!transaction && entry.transactionId !== undefined, 'adjust_the_transaction');
    refuseOtherCurrency(state, adjustment, target);
    const id = requireFreshId(
      (exchange.answer.body as { id?: string }).id,
      'far',
      state.adjustments,
    );
    const body = {
      ...adjustment,
      ...buildRequest(sent, exchange),
      id,
      target_journal_entry_id: entry.id,
      ...(transaction && {
        target_transaction_id: transaction.id,
        target_loan_id: transaction.loanId,
      }),
    };
    const { subject: maker } = sent;
    const request: OracleRequest = {
      id,
      maker,
      status: 'PENDING_APPROVAL',
      subject: entry.id,
      body,
    };
    const loan = transaction && state.loans.get(transaction.loanId);
    const drafts = buildDrafts({ request, target }, loan);
    refuseUncontrolled(state, drafts, sent.at);
    // What a loan transaction posts is decided when it is approved.
    if (journal) refuseLoose(state, drafts);
    return { body, state: putRequest(state, request) };
  },
};

function refuseOtherCurrency(
  state: TenantState,
  { correction }: AdjustmentBody,
  { transaction }: AdjustedEntry,
) {
  for (const { account_id: id, currency } of correction?.journal?.account_postings ?? []) {
    const own = requireKnown(state.accounts, id, 'account_not_found').currency;
    refuseWhen(own !== currency, 'currency_mismatch');
  }
  const { lending } = correction ?? {};
  if (!lending || !transaction) return;
  refuseWhen(lending.currency !== transaction.effect.currency, 'currency_mismatch');
}

const approveFinancialAdjustmentRequest: OracleRule = {
  status: 201,
  carryOut: (state, sent, exchange) => {
    const request = requireAdjustment(state, sent, 'approve');
    try {
      return applyAdjustment(state, request, sent, exchange);
    } catch (error) {
      if (!(error instanceof OracleRefusal)) throw error;
      const failed = applyDecision(request, 'FAILED', sent, exchange);
      return { body: failed.body, state: putRequest(state, failed) };
    }
  },
};

function applyAdjustment(
  state: TenantState,
  request: OracleRequest,
  sent: SentRequest,
  exchange: OracleExchange,
): ExpectedAnswer {
  const target = findTarget(state, request.body as unknown as AdjustmentBody);
  refuseWhen(target.entry.reversedBy !== undefined, 'already_reversed');
  const { facts, posted, bodies } = postAdjustment(state, { request, target }, sent, exchange);
  const { body } = applyDecision(request, 'APPLIED', sent, exchange);
  const after: OracleRequest = { ...request, status: 'APPLIED', body: { ...body, ...facts } };
  return { body: after.body, state: putRequest(posted, after), entries: bodies };
}

const rejectFinancialAdjustmentRequest: OracleRule = {
  status: 201,
  carryOut: (state, sent, exchange) => {
    const request = requireAdjustment(state, sent, 'reject');
    const after = applyDecision(request, 'REJECTED', sent, exchange);
    return { body: after.body, state: putRequest(state, after) };
  },
};

const withdrawFinancialAdjustmentRequest: OracleRule = {
  status: 201,
  carryOut: (state, sent, exchange) => {
    const request = requireAdjustment(state, sent, 'withdraw');
    const after = applyWithdrawal(request, sent, exchange);
    return { body: after.body, state: putRequest(state, after) };
  },
};

const getFinancialAdjustmentRequest: OracleRule = {
  status: 200,
  carryOut: (state, { path }) => {
    const { body } = requireKnown(
      state.adjustments,
      path['requestId'],
      'adjustment_request_not_found',
    );
    return { body, state };
  },
};

function requireAdjustment(
  { adjustments }: TenantState,
  sent: SentRequest,
  how: OracleDecision,
): OracleRequest {
  return requirePending(adjustments, sent, how, 'adjustment_request_not_found');
}

function putRequest(state: TenantState, request: OracleRequest): TenantState {
  return { ...state, adjustments: putRecord(state.adjustments, request.id, request) };
}

export const adjustmentRules = {
  submitFinancialAdjustmentRequest,
  approveFinancialAdjustmentRequest,
  rejectFinancialAdjustmentRequest,
  withdrawFinancialAdjustmentRequest,
  getFinancialAdjustmentRequest,
};
