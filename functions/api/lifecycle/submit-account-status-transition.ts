import { submitAccountStatusTransition } from '../../../schemas/generated/operations/submit-account-status-transition.ts';
import { submitTransition } from '../../domain/requests/lifecycle.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { idsAt } from '../../ledger/store/ids.ts';
import { readAccountToDecide } from '../../ledger/loans/open-loans.ts';
import { submissionWrites } from '../../ledger/requests/writes.ts';
import { operation } from '../../runtime/operation.ts';
import { requestEvent } from '../../events/lifecycle-request.ts';
import { toLifecycleRequestView } from '../../views/lifecycle-request.ts';

export const handler = operation(
  submitAccountStatusTransition,
  async ({ path, body, session, now }) => {
    const standing = await readAccountToDecide(session, path.accountId);
    const { actor: requestedBy, correlationId, store } = session;
    const id = idsAt(store.shards)(now)('lcr');
    const submission = { id, reason: body.reason, requestedBy, correlationId, now };
    const request = submitTransition(standing, body.transition, submission);
    return commit(session, {
      writes: submissionWrites(session, request),
      events: [requestEvent(request)],
      status: 201,
      body: toLifecycleRequestView(request),
    });
  },
);
