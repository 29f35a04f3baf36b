// How the settings of the general ledger, its chart of accounts and its periods are stored and mapped to views.
import type { GeneralLedgerAccount } from '../../domain/general-ledger/accounts.ts';
import type { GeneralLedgerSettings } from '../../domain/general-ledger/settings.ts';
import type { Period } from '../../domain/general-ledger/periods.ts';
import { count, json, readOptionalText, text } from '../store/field-kinds.ts';
import { fields } from '../store/fields.ts';

export const generalLedgerSettingsFields = fields<GeneralLedgerSettings>()({
  baseCurrency: text('base_currency'),
  timeZone: text('time_zone'),
  chart: text('chart'),
  controlAccounts: text('control_accounts'),
  effectiveDateWindow: json('effective_date_window'),
  ruleConditions: readOptionalText(text('rule_conditions')),
  failingRules: readOptionalText(text('failing_rules')),
  closedPeriods: readOptionalText(json('closed_periods')),
  fiscalYearStart: readOptionalText(text('fiscal_year_start')),
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

export const periodFields = fields<Period>()({
  period: text('period'),
  state: text('state'),
  requestId: readOptionalText(text('request_id')),
  requestedBy: readOptionalText(text('requested_by')),
  decidedBy: readOptionalText(text('decided_by')),
  closingAt: readOptionalText(text('closing_at')),
  closedAt: readOptionalText(text('closed_at')),
  reopenedAt: readOptionalText(text('reopened_at')),
  failureReason: readOptionalText(text('failure_reason')),
  totals: readOptionalText(json('totals')),
  version: count('version'),
  updatedAt: readOptionalText(text('updated_at')),
});
