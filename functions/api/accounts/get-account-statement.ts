import { getAccountStatement } from '../../../schemas/generated/operations/get-account-statement.ts';
import { parseTimePeriod } from '../../domain/values/periods.ts';
import { readStatement } from '../../ledger/accounts/statements.ts';
import { toPageRequest } from '../../ledger/store/pages.ts';
import { operation } from '../../runtime/operation.ts';
import { toAccountEntryView, toPeriodBalancesView } from '../../views/account.ts';

export const handler = operation(getAccountStatement, async ({ path, query, session, after }) => {
  const { balances, items, ...page } = await readStatement(
    session,
    path.accountId,
    parseTimePeriod(query),
    toPageRequest(query, after),
  );
  return {
    ...page,
    items: items.map(toAccountEntryView),
    ...(balances && { members: toPeriodBalancesView(balances) }),
  };
});
