import type { AdjustmentRequest } from '../../domain/adjustments.ts';
import type { FinancialAdjustmentRequest } from '../../../schemas/generated/types.ts';

export function adjustmentRequestView(request: AdjustmentRequest): FinancialAdjustmentRequest {
  const { target, decidedBy, decidedAt, decisionReason, appliedAt, failureReason } = request;
  const { reversalJournalEntryId, replacementJournalEntryId } = request;
  return {
    id: request.id,
    target_type: target.type,
    target_id: target.entry.id,
    adjustment_type: request.adjustmentType,
    reason: request.reason,
    ...correctionView(request),
    status: request.status,
    target_journal_entry_id: target.entry.id,
    requested_by: request.requestedBy,
    ...(decidedBy !== undefined && { decided_by: decidedBy }),
    ...(decisionReason !== undefined && { decision_reason: decisionReason }),
    ...(failureReason !== undefined && { failure_reason: failureReason }),
    correlation_id: request.correlationId,
    ...(reversalJournalEntryId !== undefined && {
      reversal_journal_entry_id: reversalJournalEntryId,
    }),
    ...(replacementJournalEntryId !== undefined && {
      replacement_journal_entry_id: replacementJournalEntryId,
    }),
    created_at: request.createdAt,
    ...(decidedAt !== undefined && { decided_at: decidedAt }),
    ...(appliedAt !== undefined && { applied_at: appliedAt }),
  };
}

// As it was asked for, in the words of the contract that has validated it.
function correctionView({ correction }: AdjustmentRequest) {
  type Body = Pick<FinancialAdjustmentRequest, 'correction'>;
  return (correction ? { correction } : {}) as Body;
}
