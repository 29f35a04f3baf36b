// Maker-checker control: one operator submits a request, another decides it, once (docs/contract.md,
// Maker and checker).
import { latestTime } from '../values/times.ts';
import { Refusal, refuseIf } from '../refusals/refusals.ts';
import { decisionStatus } from './transitions.ts';
import { findNextState } from '../values/state-machine.ts';
import type { DecisionStatus, DecisionOutcome } from './transitions.ts';

/** The members that all controlled requests share. */
export interface ControlledRequest {
  readonly id: string;
  readonly status: DecisionStatus;
  readonly reason: string;
  /** The maker: the subject of the token it was submitted with. */
  readonly requestedBy: string;
  /** The correlation id of the submission. */
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

/** Builds the shared members of a new request. */
export function buildControlledRequest({ now, ...given }: RequestSubmission): ControlledRequest {
  return { ...given, status: decisionStatus.initial, createdAt: now.toISOString() };
}

export interface Checker {
  readonly subject: string;
  readonly reason?: string | undefined;
  readonly now: Date;
}

/**
 * Approves: the request becomes APPLIED or, when something prevents it, FAILED with that reason. The
 * decision stands either way. Refuses, in this order: self_approval, already_decided.
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

/** Rejects; the maker may reject their own request too. Refuses with already_decided. */
export function reject<Request extends ControlledRequest>(
  request: Request,
  checker: Checker,
): Request {
  return applyDecision(request, 'reject', checker);
}

const WITHDRAWN = 'Withdrawn by its maker.';

/** Withdraws the maker's own request: it becomes REJECTED. Refuses, in this order: not_the_maker, already_decided. */
export function withdraw<Request extends ControlledRequest>(
  request: Request,
  { subject, reason = WITHDRAWN, now }: Checker,
): Request {
  refuseIf(
    subject !== request.requestedBy,
    'not_the_maker',
    `${request.id} is another operator's request: its maker withdraws it, others reject it.`,
  );
  return applyDecision(request, 'withdraw', { subject, reason, now });
}

/** Refuses an approval before the records for it are read: self_approval, already_decided. */
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
