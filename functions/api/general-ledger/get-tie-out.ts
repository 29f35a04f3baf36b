import { getTieOut } from '../../../schemas/generated/operations/get-tie-out.ts';
import { parseBalancePeriod } from '../../domain/values/periods.ts';
import { readNamedAccounts } from '../../ledger/general-ledger/accounts.ts';
import { readAccountingDate } from '../../ledger/general-ledger/settings.ts';
import { readTieOut } from '../../ledger/projections/general-ledger-reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toProgressView, toTieOutRow, toTieOutTotal } from '../../views/trial-balance.ts';

export const handler = operation(getTieOut, async ({ query, session, now, after }) => {
  const { as_of, currency, limit } = query;
  const { to } = parseBalancePeriod({ as_of }, await readAccountingDate(session, now));
  const filter = { to, currency, after };
  const { items, totals, status, oldest, ...page } = await readTieOut(session, filter, limit);
  const codes = items.map(({ accountCode }) => accountCode);
  const chart = await readNamedAccounts(session, codes);
  return {
    ...page,
    items: items.map((row) => toTieOutRow(row, chart.get(row.accountCode))),
    members: {
      as_of: to,
      totals: totals.map(toTieOutTotal),
      projection: toProgressView({ status, oldest }, now),
    },
  };
});
