import { submitAccountStatusTransition } from '../../../schemas/generated/operations/submit-account-status-transition.ts';
import { submitTransition } from '../../domain/requests/lifecycle.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { buildIdGenerator } from '../../ledger/store/ids.ts';
import { readAccountToDecide } from '../../ledger/loans/open-loans.ts';
import { buildSubmissionWrites } from '../../ledger/requests/writes.ts';
import { operation } from '../../runtime/operation.ts';
import { buildRequestEvent } from '../../events/lifecycle-request.ts';
import { toLifecycleRequestView } from '../../views/lifecycle-request.ts';

export const handler = operation(
  submitAccountStatusTransition,
  async ({ path, body, session, now }) => {
    const standing = await readAccountToDecide(session, path.accountId);
    const { actor: requestedBy, correlationId, store } = session;
    const id = buildIdGenerator(store.shards)(now)('lcr');
    const submission = { id, reason: body.reason, requestedBy, correlationId, now };
    const request = submitTransition(standing, body.transition, submission);
    return commit(session, {
      writes: buildSubmissionWrites(session, request),
      events: [buildRequestEvent(request)],
      status: 201,
      body: toLifecycleRequestView(request),
    });
  },
);
