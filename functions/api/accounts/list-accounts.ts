import { listAccounts as contract } from '../../../schemas/generated/operations/list-accounts.ts';
import { listAccounts } from '../../ledger/accounts/account-lists.ts';
import { toPageRequest } from '../../ledger/store/pages.ts';
import { operation } from '../../runtime/operation.ts';
import { toAccountView } from '../../views/account.ts';

export const handler = operation(contract, async ({ query, session, after }) => {
  const page = await listAccounts(session, query, toPageRequest(query, after));
  return { ...page, items: page.items.map(toAccountView) };
});
