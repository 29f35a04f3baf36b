import { rejectGeneralLedgerRequest } from '../../../schemas/generated/operations/reject-general-ledger-request.ts';
import { operation } from '../../runtime/operation.ts';
import { rejectRequest } from '../../controls/reject-request.ts';
import { generalLedgerRequests } from './general-ledger-requests.ts';

export const handler = operation(rejectGeneralLedgerRequest, (call) =>
  rejectRequest(call, generalLedgerRequests),
);
