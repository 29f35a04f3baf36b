import type { LifecycleRequest } from '../domain/requests/lifecycle.ts';
import type { AccountLifecycleRequest } from '../../schemas/generated/types.ts';

export function toLifecycleRequestView(request: LifecycleRequest): AccountLifecycleRequest {
  const { decidedBy, decidedAt, decisionReason, appliedAt, failureReason } = request;
  return {
    id: request.id,
    account_id: request.account.terms.id,
    transition: request.transition,
    from_status: request.fromStatus,
    target_status: request.targetStatus,
    status: request.status,
    reason: request.reason,
    requested_by: request.requestedBy,
    ...(decidedBy !== undefined && { decided_by: decidedBy }),
    ...(decisionReason !== undefined && { decision_reason: decisionReason }),
    ...(failureReason !== undefined && { failure_reason: failureReason }),
    correlation_id: request.correlationId,
    created_at: request.createdAt,
    ...(decidedAt !== undefined && { decided_at: decidedAt }),
    ...(appliedAt !== undefined && { applied_at: appliedAt }),
  };
}
