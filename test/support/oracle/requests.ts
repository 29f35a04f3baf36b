// What a maker asks for and a checker decides: what account transitions and adjustments share.
import { known, refuseWhen } from './refused.ts';
import type { Code } from './refused.ts';
import { notBefore, sentence } from './rule.ts';
import type { Asked, Body, Exchange, Request } from './histories/world.ts';

interface Facts {
  readonly created_at?: string;
  readonly decided_at?: string;
  readonly applied_at?: string;
  readonly failure_reason?: string;
}

/** What every new request says. */
export function submitted({ subject, correlationId }: Asked, { answer }: Exchange): Body {
  const facts = answer.body as Facts;
  return {
    status: 'PENDING_APPROVAL',
    requested_by: subject,
    correlation_id: correlationId,
    created_at: notBefore(facts.created_at, ''),
  };
}

/** The request that is to be decided, or a no. */
export function toDecide(
  requests: ReadonlyMap<string, Request>,
  { path, subject }: Asked,
  isApproval: boolean,
  unknown: Code,
): Request {
  const request = known(requests, path['requestId'], unknown);
  refuseWhen(isApproval && request.maker === subject, 'self_approval');
  refuseWhen(request.status !== 'PENDING_APPROVAL', 'already_decided');
  return request;
}

/** The request once decided. */
export function decided(
  request: Request,
  status: 'APPLIED' | 'REJECTED' | 'FAILED',
  asked: Asked,
  { answer }: Exchange,
): Request {
  const facts = answer.body as Facts;
  const created = String(request.body['created_at']);
  const { reason } = asked.body as { reason?: string };
  const body = {
    ...request.body,
    status,
    decided_by: asked.subject,
    ...(reason !== undefined && { decision_reason: reason }),
    decided_at: notBefore(facts.decided_at, created),
    ...(status === 'APPLIED' && { applied_at: notBefore(facts.applied_at, created) }),
    ...(status === 'FAILED' && { failure_reason: sentence(facts.failure_reason) }),
  };
  return { ...request, status, body };
}
