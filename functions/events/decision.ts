import type { ControlledRequest } from '../domain/requests/decisions.ts';
import type { EventDraft } from '../ledger/commit/receipt-events.ts';

const VERBS = {
  PENDING_APPROVAL: 'submitted',
  APPLIED: 'applied',
  REJECTED: 'rejected',
  FAILED: 'failed',
} as const;

/** Builds the event of a submitted or decided request; the answer is its payload. */
export function buildDecisionEvent(noun: string, { id, status }: ControlledRequest): EventDraft {
  const version = status === 'PENDING_APPROVAL' ? 1 : 2;
  return { type: `${noun}.${VERBS[status]}`, aggregateId: id, version, payloadAt: '' };
}
