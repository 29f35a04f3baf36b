import { listGeneralLedgerAccounts } from '../../../schemas/generated/operations/list-general-ledger-accounts.ts';
import { listLedgerAccounts } from '../../ledger/general-ledger/accounts.ts';
import { operation } from '../../runtime/operation.ts';
import { toGeneralLedgerAccountView } from '../../views/general-ledger.ts';

export const handler = operation(listGeneralLedgerAccounts, async ({ query, session, after }) => {
  const page = await listLedgerAccounts(session, after, query.limit);
  return { ...page, items: page.items.map(toGeneralLedgerAccountView) };
});
