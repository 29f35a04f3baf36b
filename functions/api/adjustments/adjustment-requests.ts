import type { AdjustmentRequest } from '../../domain/requests/adjustments.ts';
import { buildAdjustmentEvent } from '../../events/adjustment-request.ts';
import { readAdjustmentToDecide } from '../../ledger/requests/adjustment-reads.ts';
import { buildAdjustmentRejectionWrites } from '../../ledger/requests/adjustment-writes.ts';
import { toAdjustmentRequestView } from '../../views/adjustment-request.ts';
import type { RejectableRequests } from '../../controls/reject-request.ts';

/** How these requests are rejected and withdrawn. */
export const adjustmentRequests: RejectableRequests<AdjustmentRequest> = {
  read: readAdjustmentToDecide,
  buildWrites: buildAdjustmentRejectionWrites,
  buildEvent: buildAdjustmentEvent,
  toView: toAdjustmentRequestView,
};
