import { listGeneralLedgerPeriods } from '../../../schemas/generated/operations/list-general-ledger-periods.ts';
import { listPeriods } from '../../ledger/general-ledger/periods.ts';
import { toPageRequest } from '../../ledger/store/pages.ts';
import { operation } from '../../runtime/operation.ts';
import { toPeriodView } from '../../views/accounting-period.ts';

export const handler = operation(listGeneralLedgerPeriods, async ({ query, session, after }) => {
  const page = await listPeriods(session, toPageRequest(query, after));
  return { ...page, items: page.items.map(toPeriodView) };
});
