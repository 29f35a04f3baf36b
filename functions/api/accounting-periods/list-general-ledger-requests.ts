import { listGeneralLedgerRequests as contract } from '../../../schemas/generated/operations/list-general-ledger-requests.ts';
import { listGeneralLedgerRequests } from '../../ledger/requests/general-ledger-requests.ts';
import { operation } from '../../runtime/operation.ts';
import { toGeneralLedgerRequestView } from '../../views/accounting-period.ts';

export const handler = operation(contract, async ({ query, session, after }) => {
  const { status, kind, period, limit } = query;
  const page = await listGeneralLedgerRequests(session, { status, kind, period }, { after, limit });
  return { ...page, items: page.items.map(toGeneralLedgerRequestView) };
});
