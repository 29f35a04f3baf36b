// Events of the general ledger's settings.
import type { GeneralLedgerSettings } from '../domain/general-ledger/settings.ts';
import type { EventDraft } from '../ledger/commit/receipt-events.ts';
import { toGeneralLedgerSettingsView } from '../views/general-ledger.ts';

/** The aggregate of the settings: a tenant has them once. */
const SETTINGS_ID = 'general-ledger-settings';

/** Builds the event of changed settings; without a pointer into the answer it carries them itself. */
export function buildSettingsUpdatedEvent(
  settings: GeneralLedgerSettings,
  payloadAt?: string,
): EventDraft {
  const { version } = settings;
  const head = { type: 'general_ledger_settings.updated', aggregateId: SETTINGS_ID, version };
  return payloadAt === undefined
    ? { ...head, payload: toGeneralLedgerSettingsView(settings) }
    : { ...head, payloadAt };
}
