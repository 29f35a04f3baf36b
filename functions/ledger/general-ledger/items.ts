// How the settings of the general ledger and its chart of accounts are stored and mapped to views.
import type { GeneralLedgerAccount } from '../../domain/general-ledger/accounts.ts';
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

export const generalLedgerAccountFields = fields<GeneralLedgerAccount>()({
  code: text('code'),
  name: text('name'),
  type: text('type'),
  currency: readOptionalText(text('currency')),
  parent: readOptionalText(text('parent')),
  status: text('status'),
  mappings: json('mappings'),
  version: count('version'),
  createdAt: text('created_at'),
  updatedAt: text('updated_at'),
});
