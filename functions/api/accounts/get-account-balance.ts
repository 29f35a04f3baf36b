import { getAccountBalance } from '../../../schemas/generated/operations/get-account-balance.ts';
import { parsePastInstant } from '../../domain/values/periods.ts';
import { readAccountState } from '../../ledger/accounts/reads.ts';
import { readBalanceAsOf } from '../../ledger/accounts/statements.ts';
import { operation } from '../../runtime/operation.ts';
import { toAccountBalanceView, toBalanceAsOfView } from '../../views/account.ts';

export const handler = operation(getAccountBalance, async ({ path, query, session, now }) => {
  if (query.as_of === undefined) {
    const state = await readAccountState(session, path.accountId);
    return { body: toAccountBalanceView(state) };
  }
  const asOf = parsePastInstant(query.as_of, now);
  const balance = await readBalanceAsOf(session, path.accountId, asOf);
  return { body: toBalanceAsOfView(path.accountId, balance, asOf) };
});
