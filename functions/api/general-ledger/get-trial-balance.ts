import { getTrialBalance } from '../../../schemas/generated/operations/get-trial-balance.ts';
import { parseBalancePeriod } from '../../domain/values/periods.ts';
import { readNamedAccounts } from '../../ledger/general-ledger/accounts.ts';
import { readAccountingDate } from '../../ledger/general-ledger/settings.ts';
import { readTrialBalance } from '../../ledger/projections/general-ledger-reads.ts';
import { operation } from '../../runtime/operation.ts';
import {
  toProgressView,
  toTrialBalanceRow,
  toTrialBalanceTotal,
} from '../../views/trial-balance.ts';

export const handler = operation(getTrialBalance, async ({ query, session, now, after }) => {
  const period = parseBalancePeriod(query, await readAccountingDate(session, now));
  const filter = { ...period, currency: query.currency, after };
  const { items, totals, status, oldest, ...page } = await readTrialBalance(
    session,
    filter,
    query.limit,
  );
  const codes = items.map(({ accountCode }) => accountCode);
  const chart = await readNamedAccounts(session, codes);
  return {
    ...page,
    items: items.map((balance) => toTrialBalanceRow(balance, chart.get(balance.accountCode))),
    members: {
      ...period,
      totals: totals.map(toTrialBalanceTotal),
      projection: toProgressView({ status, oldest }, now),
    },
  };
});
