// What one operator asks for, another one decides, once (docs/contract.md, Maker and checker).
import { latestTime } from '../values/latest-time.ts';
import { Refusal } from '../refusals/refusals.ts';
import { decisionStatus } from './transitions.ts';
import { findNextState } from '../values/state-machine.ts';
import type { DecisionStatus, DecisionOutcome } from './transitions.ts';

/** What all requests that need a decision have in common. */
export interface ControlledRequest {
  readonly id: string;
  readonly status: DecisionStatus;
  readonly reason: string;
  /** The maker: the subject of the token it was submitted with. */
  readonly requestedBy: string;
  /** The submission's. */
  readonly correlationId: string;
  readonly createdAt: string;
  /** The checker. */
  readonly decidedBy?: string;
  readonly decidedAt?: string;
  readonly decisionReason?: string;
  readonly appliedAt?: string;
  readonly failureReason?: string;
}

export interface RequestSubmission {
  readonly id: string;
  readonly reason: string;
  readonly requestedBy: string;
  readonly correlationId: string;
  readonly now: Date;
}

/** The common part of a new request. */
export function buildControlledRequest({ now, ...given }: RequestSubmission): ControlledRequest {
  return { ...given, status: decisionStatus.initial, createdAt: now.toISOString() };
}

export interface Checker {
  readonly subject: string;
  readonly reason?: string | undefined;
  readonly now: Date;
}

/**
 * Approves: the request becomes APPLIED or, when something stands in the way, FAILED with that
 * reason, for the decision stands either way. Refuses, in this order: self_approval, already_decided.
 */
export function approve<Request extends ControlledRequest>(
  request: Request,
  checker: Checker,
  obstacle?: string,
): Request {
  refuseApproval(request, checker.subject);
  if (obstacle !== undefined) {
    return { ...applyDecision(request, 'fail', checker), failureReason: obstacle };
  }
  const applied = applyDecision(request, 'apply', checker);
  return { ...applied, appliedAt: applied.decidedAt };
}

/** Rejects; the maker may, to withdraw it. Refuses with already_decided. */
export function reject<Request extends ControlledRequest>(
  request: Request,
  checker: Checker,
): Request {
  return applyDecision(request, 'reject', checker);
}

/** For an approval that has to read more first. Refuses: self_approval, already_decided. */
export function refuseApproval(request: ControlledRequest, subject: string): void {
  if (subject === request.requestedBy) {
    throw new Refusal('self_approval', `${request.id} needs the approval of another operator.`);
  }
  requireDecisionStatus(request, 'apply');
}

function requireDecisionStatus(
  { id, status }: ControlledRequest,
  outcome: DecisionOutcome,
): DecisionStatus {
  const next = findNextState(decisionStatus, status, outcome);
  if (!next) throw new Refusal('already_decided', `${id} is ${status} already.`);
  return next;
}

function applyDecision<Request extends ControlledRequest>(
  request: Request,
  outcome: DecisionOutcome,
  { subject, reason, now }: Checker,
): Request {
  return {
    ...request,
    status: requireDecisionStatus(request, outcome),
    decidedBy: subject,
    decidedAt: latestTime(now, request.createdAt).toISOString(),
    ...(reason !== undefined && { decisionReason: reason }),
  };
}
