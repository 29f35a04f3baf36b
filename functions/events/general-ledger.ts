// Events of the general ledger's settings and of its chart of accounts.
import type { GeneralLedgerAccount } from '../domain/general-ledger/accounts.ts';
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

/** Builds the event of a defined account, with the pointer to it in the answer. */
export function buildAccountDefinedEvent(
  { code: aggregateId, version }: GeneralLedgerAccount,
  payloadAt: string,
): EventDraft {
  const type = `general_ledger_account.${version === 1 ? 'created' : 'updated'}`;
  return { type, aggregateId, version, payloadAt };
}
