// What became of a decision of this operator.
import type { StoredRequest } from '../request-kinds.ts';
import { requestText } from './messages.ts';

export type DecisionEnd =
  | { readonly kind: 'decided'; readonly request: StoredRequest }
  /** Another operator was first. */
  | { readonly kind: 'lost'; readonly requestId: string };

export interface DecisionReport {
  readonly isApplied: boolean;
  readonly sentence: string;
}

/** Reports what a decision of this operator has done. */
export function reportDecision(request: StoredRequest, title: string): DecisionReport {
  const { status, failure_reason: reason = '' } = request;
  if (status === 'FAILED') return { isApplied: false, sentence: requestText('failed', { reason }) };
  if (status === 'APPLIED') {
    return { isApplied: true, sentence: requestText('applied', { request: title }) };
  }
  const isWithdrawn = request.decided_by === request.requested_by;
  const sentence = requestText(isWithdrawn ? 'withdrawn' : 'rejected', { request: title });
  return { isApplied: true, sentence };
}

/** Reports to an operator who came too late who has decided, and how. */
export function reportLostDecision(request: StoredRequest, operator: string, age: string): string {
  const values = { operator, age };
  if (request.status === 'APPLIED') return requestText('lostApproved', values);
  if (request.status === 'FAILED') return requestText('lostFailed', values);
  const isWithdrawn = request.decided_by === request.requested_by;
  return requestText(isWithdrawn ? 'lostWithdrawn' : 'lostRejected', values);
}
