import { rejectGeneralLedgerRequest } from '../../../schemas/generated/operations/reject-general-ledger-request.ts';
import { buildGeneralLedgerRequestEvent } from '../../events/accounting-period.ts';
import {
  buildGeneralLedgerRejectionWrites,
  readGeneralLedgerRequestToDecide,
} from '../../ledger/requests/general-ledger-requests.ts';
import { operation } from '../../runtime/operation.ts';
import { toGeneralLedgerRequestView } from '../../views/accounting-period.ts';
import { rejectRequest } from '../controls/reject-request.ts';

export const handler = operation(rejectGeneralLedgerRequest, (call) =>
  rejectRequest(call, {
    read: readGeneralLedgerRequestToDecide,
    buildWrites: buildGeneralLedgerRejectionWrites,
    buildEvent: buildGeneralLedgerRequestEvent,
    toView: toGeneralLedgerRequestView,
  }),
);
