import { updateGeneralLedgerSettings } from '../../../schemas/generated/operations/update-general-ledger-settings.ts';
import { changeSettings, refuseInvalidSettings } from '../../domain/general-ledger/settings.ts';
import { buildSettingsUpdatedEvent } from '../../events/general-ledger.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { buildSettingsWrite, readSettingsToChange } from '../../ledger/general-ledger/settings.ts';
import { operation } from '../../runtime/operation.ts';
import { toGeneralLedgerSettingsView } from '../../views/general-ledger.ts';

export const handler = operation(updateGeneralLedgerSettings, async ({ body, session, now }) => {
  refuseInvalidSettings(body);
  const settings = changeSettings(await readSettingsToChange(session), body, now);
  return commit(session, {
    writes: [buildSettingsWrite(session, settings)],
    events: [buildSettingsUpdatedEvent(settings, '')],
    status: 200,
    body: toGeneralLedgerSettingsView(settings),
  });
});
