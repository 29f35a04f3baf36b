import { periodFields } from '../ledger/general-ledger/items.ts';
import { generalLedgerRequestFields } from '../ledger/requests/general-ledger-items.ts';
import type { Period } from '../domain/general-ledger/periods.ts';
import type { GeneralLedgerRequest } from '../domain/requests/general-ledger.ts';
import type { YearClosing } from '../domain/requests/year-closing.ts';
import type {
  AccountingPeriod,
  GeneralLedgerRequest as GeneralLedgerRequestBody,
  YearClosing as YearClosingBody,
} from '../../schemas/generated/types.ts';

export function toPeriodView(period: Period): AccountingPeriod {
  const { totals, ...view } = periodFields.toView(period);
  return { ...view, ...(totals && { totals: [...totals] }) };
}

export function toGeneralLedgerRequestView(
  request: GeneralLedgerRequest,
): GeneralLedgerRequestBody {
  const { id, year_closing: closing, ...about } = generalLedgerRequestFields.toView(request);
  return { id, ...about, ...(closing && { year_closing: toYearClosingView(closing) }) };
}

function toYearClosingView({ entries, ...asked }: YearClosing): YearClosingBody {
  const views = entries.map(({ ledger_lines: lines, ...entry }) => {
    return { ...entry, ledger_lines: [...lines] };
  });
  return { ...asked, entries: views };
}
