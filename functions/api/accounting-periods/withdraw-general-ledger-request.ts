import { withdrawGeneralLedgerRequest } from '../../../schemas/generated/operations/withdraw-general-ledger-request.ts';
import { operation } from '../../runtime/operation.ts';
import { withdrawRequest } from '../../controls/reject-request.ts';
import { generalLedgerRequests } from './general-ledger-requests.ts';

export const handler = operation(withdrawGeneralLedgerRequest, (call) =>
  withdrawRequest(call, generalLedgerRequests),
);
