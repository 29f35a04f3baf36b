import { getGeneralLedgerPeriod } from '../../../schemas/generated/operations/get-general-ledger-period.ts';
import { readPeriod } from '../../ledger/general-ledger/periods.ts';
import { operation } from '../../runtime/operation.ts';
import { toPeriodView } from '../../views/accounting-period.ts';

export const handler = operation(getGeneralLedgerPeriod, async ({ path, session }) => {
  return { body: toPeriodView(await readPeriod(session, path.period)) };
});
