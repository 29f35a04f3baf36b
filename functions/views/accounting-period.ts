import { periodFields } from '../ledger/general-ledger/items.ts';
import { generalLedgerRequestFields } from '../ledger/requests/general-ledger-items.ts';
import type { Period } from '../domain/general-ledger/periods.ts';
import type { GeneralLedgerRequest } from '../domain/requests/general-ledger.ts';
import type {
  AccountingPeriod,
  GeneralLedgerRequest as GeneralLedgerRequestBody,
} from '../../schemas/generated/types.ts';

export function toPeriodView(period: Period): AccountingPeriod {
  const { totals, ...view } = periodFields.toView(period);
  return { ...view, ...(totals && { totals: [...totals] }) };
}

export function toGeneralLedgerRequestView(
  request: GeneralLedgerRequest,
): GeneralLedgerRequestBody {
  const { id, ...about } = generalLedgerRequestFields.toView(request);
  return { id, ...about };
}
