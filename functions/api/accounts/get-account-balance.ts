import { getAccountBalance } from '../../../schemas/generated/operations/get-account-balance.ts';
import { readAccountState } from '../../ledger/journal/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toAccountBalanceView } from '../../views/account.ts';

export const handler = operation(getAccountBalance, async ({ path, session }) => {
  const state = await readAccountState(session, path.accountId);
  return { body: toAccountBalanceView(state) };
});
