import type { ChangeRequest } from '../../domain/requests/change-requests.ts';
import { buildChangeRequestEvent } from '../../events/controls.ts';
import {
  buildChangeRejectionWrites,
  readChangeRequestToDecide,
} from '../../ledger/requests/change-requests.ts';
import { toChangeRequestView } from '../../views/controls/controls.ts';
import type { RejectableRequests } from '../../controls/reject-request.ts';

/** How these requests are rejected and withdrawn. */
export const changeRequests: RejectableRequests<ChangeRequest> = {
  read: readChangeRequestToDecide,
  buildWrites: buildChangeRejectionWrites,
  buildEvent: buildChangeRequestEvent,
  toView: toChangeRequestView,
};
