import { readTargetId } from '../domain/requests/adjustments.ts';
import type { AdjustmentRequest } from '../domain/requests/adjustments.ts';
import { toTransactionId } from '../domain/journal/journal.ts';
import type { FinancialAdjustmentRequest } from '../../schemas/generated/types.ts';

export function toAdjustmentRequestView(request: AdjustmentRequest): FinancialAdjustmentRequest {
  const { target, decidedBy, decidedAt, decisionReason, appliedAt, failureReason } = request;
  return {
    id: request.id,
    target_type: target.type,
    target_id: readTargetId(target),
    adjustment_type: request.adjustmentType,
    reason: request.reason,
    ...toCorrectionView(request),
    status: request.status,
    ...toTargetView(request),
    requested_by: request.requestedBy,
    ...(decidedBy !== undefined && { decided_by: decidedBy }),
    ...(decisionReason !== undefined && { decision_reason: decisionReason }),
    ...(failureReason !== undefined && { failure_reason: failureReason }),
    correlation_id: request.correlationId,
    ...toPostedEntriesView(request),
    created_at: request.createdAt,
    ...(decidedAt !== undefined && { decided_at: decidedAt }),
    ...(appliedAt !== undefined && { applied_at: appliedAt }),
  };
}

function toTargetView({ target: { entry } }: AdjustmentRequest) {
  return {
    ...(entry.loanEntry && { target_transaction_id: toTransactionId(entry.id) }),
    target_journal_entry_id: entry.id,
    ...(entry.loanEntry && { target_loan_id: entry.loanEntry.loanId }),
  };
}

function toPostedEntriesView(request: AdjustmentRequest) {
  const { reversalJournalEntryId: reversal, replacementJournalEntryId: replacement } = request;
  const isLending = request.target.type === 'TRANSACTION';
  return {
    ...(reversal !== undefined && {
      ...(isLending && { reversal_transaction_id: toTransactionId(reversal) }),
      reversal_journal_entry_id: reversal,
    }),
    ...(replacement !== undefined && {
      ...(isLending && { replacement_transaction_id: toTransactionId(replacement) }),
      replacement_journal_entry_id: replacement,
    }),
  };
}

// The correction as requested; the contract has validated it.
function toCorrectionView({ correction }: AdjustmentRequest) {
  type Body = Pick<FinancialAdjustmentRequest, 'correction'>;
  return (correction ? { correction } : {}) as Body;
}
