import { rejectChangeRequest } from '../../../schemas/generated/operations/reject-change-request.ts';
import { buildChangeRequestEvent } from '../../events/controls.ts';
import {
  buildChangeRejectionWrites,
  readChangeRequestToDecide,
} from '../../ledger/requests/change-requests.ts';
import { operation } from '../../runtime/operation.ts';
import { toChangeRequestView } from '../../views/controls/controls.ts';
import { rejectRequest } from './reject-request.ts';

export const handler = operation(rejectChangeRequest, (call) =>
  rejectRequest(call, {
    read: readChangeRequestToDecide,
    buildWrites: buildChangeRejectionWrites,
    buildEvent: buildChangeRequestEvent,
    toView: toChangeRequestView,
  }),
);
