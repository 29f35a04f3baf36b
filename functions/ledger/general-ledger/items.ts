// How the settings of the general ledger are stored and mapped to views.
import type { GeneralLedgerSettings } from '../../domain/general-ledger/settings.ts';
import { count, json, readOptionalText, text } from '../store/field-kinds.ts';
import { fields } from '../store/fields.ts';

export const generalLedgerSettingsFields = fields<GeneralLedgerSettings>()({
  baseCurrency: text('base_currency'),
  timeZone: text('time_zone'),
  chart: text('chart'),
  controlAccounts: text('control_accounts'),
  effectiveDateWindow: json('effective_date_window'),
  version: count('version'),
  updatedAt: readOptionalText(text('updated_at')),
});
