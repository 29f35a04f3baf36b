import { listLedgerAccountLines } from '../../../schemas/generated/operations/list-ledger-account-lines.ts';
import { parseBalancePeriod } from '../../domain/values/periods.ts';
import { readAccountingDate } from '../../ledger/general-ledger/settings.ts';
import { readLedgerLines } from '../../ledger/projections/general-ledger-lines.ts';
import { toPageRequest } from '../../ledger/store/pages.ts';
import { operation } from '../../runtime/operation.ts';
import { toLedgerAccountLine, toLinePageMembers } from '../../views/trial-balance.ts';

export const handler = operation(
  listLedgerAccountLines,
  async ({ path, query, session, now, after }) => {
    const period = parseBalancePeriod(query, await readAccountingDate(session, now));
    const filter = { ...period, currency: query.currency };
    const page = toPageRequest(query, after);
    const lines = await readLedgerLines(session, path.code, filter, page);
    const { items, next } = lines;
    return {
      items: items.map(toLedgerAccountLine),
      ...(next !== undefined && { next }),
      members: { code: path.code, ...period, ...toLinePageMembers(lines, now) },
    };
  },
);
