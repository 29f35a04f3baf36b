import { rejectFinancialAdjustmentRequest } from '../../../schemas/generated/operations/reject-financial-adjustment-request.ts';
import { reject } from '../../domain/requests/decisions.ts';
import { readAdjustmentToDecide } from '../../ledger/requests/adjustment-reads.ts';
import { buildAdjustmentRejectionWrites } from '../../ledger/requests/adjustment-writes.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { operation } from '../../runtime/operation.ts';
import { buildAdjustmentEvent } from '../../events/adjustment-request.ts';
import { toAdjustmentRequestView } from '../../views/adjustment-request.ts';

export const handler = operation(
  rejectFinancialAdjustmentRequest,
  async ({ path, body, session, now }) => {
    const pending = await readAdjustmentToDecide(session, path.requestId);
    const rejected = reject(pending, { subject: session.actor, reason: body.reason, now });
    return commit(session, {
      writes: buildAdjustmentRejectionWrites(session, rejected),
      events: [buildAdjustmentEvent(rejected)],
      status: 201,
      body: toAdjustmentRequestView(rejected),
    });
  },
);
