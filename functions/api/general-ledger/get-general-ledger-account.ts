import { getGeneralLedgerAccount } from '../../../schemas/generated/operations/get-general-ledger-account.ts';
import { readLedgerAccount } from '../../ledger/general-ledger/accounts.ts';
import { operation } from '../../runtime/operation.ts';
import { toGeneralLedgerAccountView } from '../../views/general-ledger.ts';

export const handler = operation(getGeneralLedgerAccount, async ({ path, session }) => {
  return { body: toGeneralLedgerAccountView(await readLedgerAccount(session, path.code)) };
});
