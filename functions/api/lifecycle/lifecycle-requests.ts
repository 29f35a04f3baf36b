import type { LifecycleRequest } from '../../domain/requests/lifecycle.ts';
import { buildRequestEvent } from '../../events/lifecycle-request.ts';
import { readLifecycleRequestToDecide } from '../../ledger/requests/reads.ts';
import { buildRejectionWrites } from '../../ledger/requests/writes.ts';
import { toLifecycleRequestView } from '../../views/lifecycle-request.ts';
import type { RejectableRequests } from '../../controls/reject-request.ts';

/** How these requests are rejected and withdrawn. */
export const lifecycleRequests: RejectableRequests<LifecycleRequest> = {
  read: readLifecycleRequestToDecide,
  buildWrites: buildRejectionWrites,
  buildEvent: buildRequestEvent,
  toView: toLifecycleRequestView,
};
