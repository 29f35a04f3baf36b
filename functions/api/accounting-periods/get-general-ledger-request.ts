import { getGeneralLedgerRequest } from '../../../schemas/generated/operations/get-general-ledger-request.ts';
import { readGeneralLedgerRequest } from '../../ledger/requests/general-ledger-requests.ts';
import { operation } from '../../runtime/operation.ts';
import { toGeneralLedgerRequestView } from '../../views/accounting-period.ts';

export const handler = operation(getGeneralLedgerRequest, async ({ path, session }) => {
  const request = await readGeneralLedgerRequest(session, path.requestId);
  return { body: toGeneralLedgerRequestView(request) };
});
