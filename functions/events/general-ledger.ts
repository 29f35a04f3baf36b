// Events of the general ledger's settings and of its chart of accounts.
import type { GeneralLedgerAccount } from '../domain/general-ledger/accounts.ts';
import type { GeneralLedgerSettings } from '../domain/general-ledger/settings.ts';
import type { EventDraft } from '../ledger/commit/receipt-events.ts';
import {
  toGeneralLedgerAccountView,
  toGeneralLedgerSettingsView,
} from '../views/general-ledger.ts';

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

/** Builds the event of a defined account; without a pointer into the answer it carries the account. */
export function buildAccountDefinedEvent(
  account: GeneralLedgerAccount,
  payloadAt?: string,
): EventDraft {
  const { code: aggregateId, version } = account;
  const type = `general_ledger_account.${version === 1 ? 'created' : 'updated'}`;
  const head = { type, aggregateId, version };
  return payloadAt === undefined
    ? { ...head, payload: toGeneralLedgerAccountView(account) }
    : { ...head, payloadAt };
}
