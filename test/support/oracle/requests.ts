// Shared by lifecycle and adjustment requests: a maker submits them, and a checker decides them.
import { requireKnown, refuseWhen } from './oracle-refusal.ts';
import type { OracleRefusalCode } from './oracle-refusal.ts';
import { requireNotBefore, requireSentence } from './oracle-rule.ts';
import type {
  SentRequest,
  OracleBody,
  OracleExchange,
  OracleRequest,
} from './histories/oracle-state.ts';

interface RequestFacts {
  readonly created_at?: string;
  readonly decided_at?: string;
  readonly applied_at?: string;
  readonly failure_reason?: string;
}

/** The members of every new request. */
export function buildRequest(
  { subject, correlationId }: SentRequest,
  { answer }: OracleExchange,
): OracleBody {
  const facts = answer.body as RequestFacts;
  return {
    status: 'PENDING_APPROVAL',
    requested_by: subject,
    correlation_id: correlationId,
    created_at: requireNotBefore(facts.created_at, ''),
  };
}

/** How a request is decided. */
export type OracleDecision = 'approve' | 'reject' | 'withdraw';

/** The request to be decided, or a refusal. */
export function requirePending(
  requests: ReadonlyMap<string, OracleRequest>,
  { path, subject }: SentRequest,
  how: OracleDecision,
  unknown: OracleRefusalCode,
): OracleRequest {
  const request = requireKnown(requests, path['requestId'], unknown);
  const isMaker = request.maker === subject;
  refuseWhen(how === 'approve' && isMaker, 'self_approval');
  refuseWhen(how === 'withdraw' && !isMaker, 'not_the_maker');
  refuseWhen(request.status !== 'PENDING_APPROVAL', 'already_decided');
  return request;
}

/** The decided request. */
export function applyDecision(
  request: OracleRequest,
  status: 'APPLIED' | 'REJECTED' | 'FAILED',
  sent: SentRequest,
  { answer }: OracleExchange,
): OracleRequest {
  const facts = answer.body as RequestFacts;
  const created = String(request.body['created_at']);
  const { reason } = sent.body as { reason?: string };
  const body = {
    ...request.body,
    status,
    decided_by: sent.subject,
    ...(reason !== undefined && { decision_reason: reason }),
    decided_at: requireNotBefore(facts.decided_at, created),
    ...(status === 'APPLIED' && { applied_at: requireNotBefore(facts.applied_at, created) }),
    ...(status === 'FAILED' && { failure_reason: requireSentence(facts.failure_reason) }),
  };
  return { ...request, status, body };
}

/** The request that its maker has withdrawn. */
export function applyWithdrawal(
  request: OracleRequest,
  sent: SentRequest,
  exchange: OracleExchange,
): OracleRequest {
  const { reason = 'Withdrawn by its maker.' } = sent.body as { reason?: string };
  return applyDecision(request, 'REJECTED', { ...sent, body: { reason } }, exchange);
}
