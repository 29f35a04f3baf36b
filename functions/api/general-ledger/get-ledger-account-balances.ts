import { getLedgerAccountBalances } from '../../../schemas/generated/operations/get-ledger-account-balances.ts';
import { parseBalancePeriod } from '../../domain/values/periods.ts';
import { readAccountingDate } from '../../ledger/general-ledger/settings.ts';
import { readLedgerAccountBalances } from '../../ledger/projections/general-ledger-reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toAccountBalancesView } from '../../views/trial-balance.ts';

export const handler = operation(
  getLedgerAccountBalances,
  async ({ path, query, session, now }) => {
    const { from, interval, currency } = query;
    const { to } = parseBalancePeriod(query, await readAccountingDate(session, now));
    const period = { from, to, interval };
    const found = await readLedgerAccountBalances(session, path.code, { ...period, currency });
    return { body: { code: path.code, ...period, ...toAccountBalancesView(found, now) } };
  },
);
