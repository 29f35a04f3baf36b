import { rejectAccountLifecycleRequest } from '../../../schemas/generated/operations/reject-account-lifecycle-request.ts';
import { buildRequestEvent } from '../../events/lifecycle-request.ts';
import { readLifecycleRequestToDecide } from '../../ledger/requests/reads.ts';
import { buildRejectionWrites } from '../../ledger/requests/writes.ts';
import { operation } from '../../runtime/operation.ts';
import { toLifecycleRequestView } from '../../views/lifecycle-request.ts';
import { rejectRequest } from '../controls/reject-request.ts';

export const handler = operation(rejectAccountLifecycleRequest, (call) =>
  rejectRequest(call, {
    read: readLifecycleRequestToDecide,
    buildWrites: buildRejectionWrites,
    buildEvent: buildRequestEvent,
    toView: toLifecycleRequestView,
  }),
);
