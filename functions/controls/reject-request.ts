import { reject, withdraw } from '../domain/requests/decisions.ts';
import type { Checker, ControlledRequest } from '../domain/requests/decisions.ts';
import { commit } from '../ledger/commit/commit.ts';
import type { Write } from '../ledger/commit/commit.ts';
import type { Outcome } from '../ledger/commit/outcome.ts';
import type { EventDraft } from '../ledger/commit/receipt-events.ts';
import type { Session } from '../ledger/commit/session.ts';

/** How the requests of one kind are read, stored, published and answered. */
export interface RejectableRequests<Request extends ControlledRequest> {
  readonly read: (session: Session, id: string) => Promise<Request>;
  readonly buildWrites: (session: Session, rejected: Request) => readonly Write[];
  readonly buildEvent: (rejected: Request) => EventDraft;
  readonly toView: (rejected: Request) => unknown;
}

/** The call of an operation that withdraws. */
export interface WithdrawalCall {
  readonly path: { readonly requestId: string };
  readonly body: { readonly reason?: string | undefined };
  readonly session: Session;
  readonly now: Date;
}

/** The call of an operation that rejects: it gives a reason. */
export interface RejectionCall extends WithdrawalCall {
  readonly body: { readonly reason: string };
}

/** Rejects the request as the caller. Refuses as the read does, and with already_decided. */
export function rejectRequest<Request extends ControlledRequest>(
  call: RejectionCall,
  requests: RejectableRequests<Request>,
): Promise<Outcome> {
  return commitRejection(call, requests, reject);
}

/** Withdraws the caller's own request. Refuses as the read does, and with not_the_maker, already_decided. */
export function withdrawRequest<Request extends ControlledRequest>(
  call: WithdrawalCall,
  requests: RejectableRequests<Request>,
): Promise<Outcome> {
  return commitRejection(call, requests, withdraw);
}

async function commitRejection<Request extends ControlledRequest>(
  { path, body, session, now }: WithdrawalCall,
  { read, buildWrites, buildEvent, toView }: RejectableRequests<Request>,
  decide: (pending: Request, checker: Checker) => Request,
): Promise<Outcome> {
  const pending = await read(session, path.requestId);
  const rejected = decide(pending, { subject: session.actor, reason: body.reason, now });
  return commit(session, {
    writes: buildWrites(session, rejected),
    events: [buildEvent(rejected)],
    status: 201,
    body: toView(rejected),
  });
}
