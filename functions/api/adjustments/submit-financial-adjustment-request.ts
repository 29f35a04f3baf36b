import { submitFinancialAdjustmentRequest } from '../../../schemas/generated/operations/submit-financial-adjustment-request.ts';
import { buildAdjustmentSubmissionWrites } from '../../ledger/requests/adjustment-writes.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { operation } from '../../runtime/operation.ts';
import { buildAdjustmentEvent } from '../../events/adjustment-request.ts';
import { toAdjustmentRequestView } from '../../views/adjustment-request.ts';
import { decideSubmission } from './decide-adjustment.ts';

export const handler = operation(
  submitFinancialAdjustmentRequest,
  async ({ body, session, now }) => {
    const { reason } = body;
    const request = await decideSubmission(session, body, { reason, now });
    return commit(session, {
      writes: buildAdjustmentSubmissionWrites(session, request),
      events: [buildAdjustmentEvent(request)],
      status: 201,
      body: toAdjustmentRequestView(request),
    });
  },
);
