// How requests to change the general ledger are stored and mapped to views.
import type { GeneralLedgerRequest } from '../../domain/requests/general-ledger.ts';
import { count, json, readOptionalText, text, texts } from '../store/field-kinds.ts';
import { fields } from '../store/fields.ts';
import type { Item } from '../store/item.ts';
import { requestKeys, requestRows } from './items.ts';

/** The subject of requests that name no period, in the index by subject. */
export const SETTINGS_SUBJECT = 'settings';

export const generalLedgerRequestFields = fields<GeneralLedgerRequest>()({
  kind: text('request_kind', 'kind'),
  period: readOptionalText(text('period')),
  periodVersion: readOptionalText(count('period_version')),
  settings: readOptionalText(json('settings')),
  yearClosing: readOptionalText(json('year_closing')),
  journalEntryIds: readOptionalText(texts('journal_entry_ids')),
  ...requestRows,
});

export function toGeneralLedgerRequestItem(tenant: string, request: GeneralLedgerRequest): Item {
  const { period: subject = SETTINGS_SUBJECT } = request;
  return {
    ...requestKeys(tenant, { kind: 'GLR', subject }, request),
    ...generalLedgerRequestFields.toAttributes(request),
  } as Item;
}
