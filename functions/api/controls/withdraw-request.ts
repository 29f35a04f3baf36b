import { withdraw } from '../../domain/requests/decisions.ts';
import type { ControlledRequest } from '../../domain/requests/decisions.ts';
import type { Outcome } from '../../ledger/commit/outcome.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { commitRejection } from './reject-request.ts';
import type { RejectableRequests } from './reject-request.ts';

/** The call of an operation that withdraws. */
export interface WithdrawalCall {
  readonly path: { readonly requestId: string };
  readonly body: { readonly reason?: string | undefined };
  readonly session: Session;
  readonly now: Date;
}

/** Withdraws the caller's own request. Refuses as the read does, and with not_the_maker, already_decided. */
export async function withdrawRequest<Request extends ControlledRequest>(
  { path, body, session, now }: WithdrawalCall,
  requests: RejectableRequests<Request>,
): Promise<Outcome> {
  const pending = await requests.read(session, path.requestId);
  const withdrawn = withdraw(pending, { subject: session.actor, reason: body.reason, now });
  return commitRejection(session, withdrawn, requests);
}
