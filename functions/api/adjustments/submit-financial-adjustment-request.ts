import { submitFinancialAdjustmentRequest } from '../../../schemas/generated/operations/submit-financial-adjustment-request.ts';
import { submitAdjustment } from '../../domain/requests/adjustment-submission.ts';
import { refuseWrongCorrection } from '../../domain/requests/corrections.ts';
import { readTargetToAdjust } from '../../ledger/requests/adjustment-reads.ts';
import { buildAdjustmentSubmissionWrites } from '../../ledger/requests/adjustment-writes.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { buildIdGenerator } from '../../ledger/store/ids.ts';
import { operation } from '../../runtime/operation.ts';
import { buildAdjustmentEvent } from '../../events/adjustment-request.ts';
import { toAdjustmentRequestView } from '../../views/adjustment-request.ts';
import { refuseUncontrolledAdjustment } from './refuse-uncontrolled-adjustment.ts';

export const handler = operation(
  submitFinancialAdjustmentRequest,
  async ({ body, session, now }) => {
    refuseWrongCorrection(body);
    const { target, basis } = await readTargetToAdjust(session, body);
    const { actor: requestedBy, correlationId, store } = session;
    const id = buildIdGenerator(store.shards)(now)('far');
    const submission = { id, reason: body.reason, requestedBy, correlationId, now };
    const request = submitAdjustment(body, target, basis, submission);
    await refuseUncontrolledAdjustment(session, request, basis, now);
    return commit(session, {
      writes: buildAdjustmentSubmissionWrites(session, request),
      events: [buildAdjustmentEvent(request)],
      status: 201,
      body: toAdjustmentRequestView(request),
    });
  },
);
