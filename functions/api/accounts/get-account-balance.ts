import { getAccountBalance } from '../../../schemas/generated/operations/get-account-balance.ts';
import { readAccountState } from '../../ledger/journal/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { accountBalanceView } from './account-view.ts';

export const handler = operation(getAccountBalance, async ({ path, session }) => {
  const state = await readAccountState(session, path.accountId);
  return { body: accountBalanceView(state) };
});
