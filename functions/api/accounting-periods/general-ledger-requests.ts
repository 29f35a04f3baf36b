import type { GeneralLedgerRequest } from '../../domain/requests/general-ledger.ts';
import { buildGeneralLedgerRequestEvent } from '../../events/accounting-period.ts';
import {
  buildGeneralLedgerRejectionWrites,
  readGeneralLedgerRequestToDecide,
} from '../../ledger/requests/general-ledger-requests.ts';
import { toGeneralLedgerRequestView } from '../../views/accounting-period.ts';
import type { RejectableRequests } from '../../controls/reject-request.ts';

/** How these requests are rejected and withdrawn. */
export const generalLedgerRequests: RejectableRequests<GeneralLedgerRequest> = {
  read: readGeneralLedgerRequestToDecide,
  buildWrites: buildGeneralLedgerRejectionWrites,
  buildEvent: buildGeneralLedgerRequestEvent,
  toView: toGeneralLedgerRequestView,
};
