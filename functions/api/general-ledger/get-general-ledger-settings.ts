import { getGeneralLedgerSettings } from '../../../schemas/generated/operations/get-general-ledger-settings.ts';
import { readSettings } from '../../ledger/general-ledger/settings.ts';
import { operation } from '../../runtime/operation.ts';
import { toGeneralLedgerSettingsView } from '../../views/general-ledger.ts';

export const handler = operation(getGeneralLedgerSettings, async ({ session }) => {
  return { body: toGeneralLedgerSettingsView(await readSettings(session)) };
});
