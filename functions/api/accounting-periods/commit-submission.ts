import type { GeneralLedgerRequest } from '../../domain/requests/general-ledger.ts';
import type { RequestSubmission } from '../../domain/requests/decisions.ts';
import { buildGeneralLedgerRequestEvent } from '../../events/accounting-period.ts';
import { commitNow } from '../../ledger/commit/commit.ts';
import type { LedgerChange } from '../../ledger/commit/ledger-change.ts';
import type { Outcome } from '../../ledger/commit/outcome.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { buildGeneralLedgerSubmissionWrites } from '../../ledger/requests/general-ledger-requests.ts';
import { buildIdGenerator } from '../../ledger/store/ids.ts';
import { toGeneralLedgerRequestView } from '../../views/accounting-period.ts';

interface SubmissionTerms extends Pick<LedgerChange, 'effect'> {
  readonly reason: string;
  readonly now: Date;
  readonly status?: 201 | 202;
}

/**
 * Submits the request that `submit` builds, and commits it with the status. No control catches it: another
 * operator decides it in any case.
 */
export function commitSubmission(
  session: Session,
  { reason, now, status = 201, effect }: SubmissionTerms,
  submit: (submission: RequestSubmission) => GeneralLedgerRequest,
): Promise<Outcome> {
  const { actor: requestedBy, correlationId, store } = session;
  const id = buildIdGenerator(store.shards)(now)('glr');
  const request = submit({ id, reason, requestedBy, correlationId, now });
  return commitNow(session, {
    writes: buildGeneralLedgerSubmissionWrites(session, request),
    events: [buildGeneralLedgerRequestEvent(request)],
    status,
    body: toGeneralLedgerRequestView(request),
    ...(effect && { effect }),
  });
}
