import { getAccount } from '../../../schemas/generated/operations/get-account.ts';
import { readAccount } from '../../ledger/journal/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toAccountView } from '../../views/account.ts';

export const handler = operation(getAccount, async ({ path, session }) => {
  const account = await readAccount(session, path.accountId);
  return { body: toAccountView(account) };
});
