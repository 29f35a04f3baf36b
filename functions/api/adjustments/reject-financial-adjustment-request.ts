import { rejectFinancialAdjustmentRequest } from '../../../schemas/generated/operations/reject-financial-adjustment-request.ts';
import { buildAdjustmentEvent } from '../../events/adjustment-request.ts';
import { readAdjustmentToDecide } from '../../ledger/requests/adjustment-reads.ts';
import { buildAdjustmentRejectionWrites } from '../../ledger/requests/adjustment-writes.ts';
import { operation } from '../../runtime/operation.ts';
import { toAdjustmentRequestView } from '../../views/adjustment-request.ts';
import { rejectRequest } from '../controls/reject-request.ts';

export const handler = operation(rejectFinancialAdjustmentRequest, (call) =>
  rejectRequest(call, {
    read: readAdjustmentToDecide,
    buildWrites: buildAdjustmentRejectionWrites,
    buildEvent: buildAdjustmentEvent,
    toView: toAdjustmentRequestView,
  }),
);
