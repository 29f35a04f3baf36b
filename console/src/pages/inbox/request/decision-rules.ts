// Which decisions are open to an operator, and what they need. The API decides in any case.
import type { Decision, StoredRequest } from '../request-kinds.ts';
import { countCharacters } from '../../../values/characters.ts';
import { requestText } from './messages.ts';

interface DecidingOperator {
  readonly own: string;
  readonly mayDecide: boolean;
  readonly mayWithdraw: boolean;
}

/** Lists what the operator can do: of an own request only to withdraw it. */
export function listDecisions(
  { status, requested_by }: Pick<StoredRequest, 'status' | 'requested_by'>,
  { own, mayDecide, mayWithdraw }: DecidingOperator,
): readonly Decision[] {
  if (status !== 'PENDING_APPROVAL') return [];
  if (requested_by === own) return mayWithdraw ? ['withdraw'] : [];
  return mayDecide ? ['approve', 'reject'] : [];
}

const REASON_MAX = 500;

/** Returns what is wrong with the reason of a decision. */
export function findReasonFault(decision: Decision, reason: string): string | undefined {
  if (countCharacters(reason.trim()) > REASON_MAX) return requestText('reasonLong');
  const isMissing = decision === 'reject' && reason.trim() === '';
  return isMissing ? requestText('reasonMissing') : undefined;
}
