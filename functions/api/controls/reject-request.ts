import { reject, withdraw } from '../../domain/requests/decisions.ts';
import type { ControlledRequest } from '../../domain/requests/decisions.ts';
import { commit } from '../../ledger/commit/commit.ts';
import type { Write } from '../../ledger/commit/commit.ts';
import type { Outcome } from '../../ledger/commit/outcome.ts';
import type { EventDraft } from '../../ledger/commit/receipt-events.ts';
import type { Session } from '../../ledger/commit/session.ts';

/** How the requests of one kind are read, stored, published and answered. */
export interface RejectableRequests<Request extends ControlledRequest> {
  readonly read: (session: Session, id: string) => Promise<Request>;
  readonly buildWrites: (session: Session, rejected: Request) => readonly Write[];
  readonly buildEvent: (rejected: Request) => EventDraft;
  readonly toView: (rejected: Request) => unknown;
}

/** The call of an operation that rejects. */
export interface RejectionCall {
  readonly path: { readonly requestId: string };
  readonly body: { readonly reason: string };
  readonly session: Session;
  readonly now: Date;
}

/** Rejects the request as the caller. Refuses as the read does, and with already_decided. */
export async function rejectRequest<Request extends ControlledRequest>(
  { path, body, session, now }: RejectionCall,
  requests: RejectableRequests<Request>,
): Promise<Outcome> {
  const pending = await requests.read(session, path.requestId);
  const rejected = reject(pending, { subject: session.actor, reason: body.reason, now });
  return commitRejection(session, rejected, requests);
}

function commitRejection<Request extends ControlledRequest>(
  session: Session,
  rejected: Request,
  { buildWrites, buildEvent, toView }: RejectableRequests<Request>,
): Promise<Outcome> {
  return commit(session, {
    writes: buildWrites(session, rejected),
    events: [buildEvent(rejected)],
    status: 201,
    body: toView(rejected),
  });
}

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
