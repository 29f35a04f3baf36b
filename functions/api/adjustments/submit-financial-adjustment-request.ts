import { submitFinancialAdjustmentRequest } from '../../../schemas/generated/operations/submit-financial-adjustment-request.ts';
import { submitAdjustment } from '../../domain/requests/adjustment-submission.ts';
import { refuseCorrection } from '../../domain/requests/corrections.ts';
import { readTargetToAdjust } from '../../ledger/requests/adjustment-reads.ts';
import { adjustmentSubmissionWrites } from '../../ledger/requests/adjustment-writes.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { idsAt } from '../../ledger/store/ids.ts';
import { operation } from '../../runtime/operation.ts';
import { adjustmentEvent } from '../../events/adjustment-request.ts';
import { toAdjustmentRequestView } from '../../views/adjustment-request.ts';

export const handler = operation(
  submitFinancialAdjustmentRequest,
  async ({ body, session, now }) => {
    refuseCorrection(body);
    const { target, basis } = await readTargetToAdjust(session, body);
    const { actor: requestedBy, correlationId, store } = session;
    const id = idsAt(store.shards)(now)('far');
    const submission = { id, reason: body.reason, requestedBy, correlationId, now };
    const request = submitAdjustment(body, target, basis, submission);
    return commit(session, {
      writes: adjustmentSubmissionWrites(session, request),
      events: [adjustmentEvent(request)],
      status: 201,
      body: toAdjustmentRequestView(request),
    });
  },
);
