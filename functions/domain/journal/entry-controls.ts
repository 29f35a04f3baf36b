// What the general ledger demands of entries, whichever operation posts them.
import { refuseDateOutsideWindow } from '../general-ledger/effective-dates.ts';
import { DEFAULT_GENERAL_LEDGER_SETTINGS } from '../general-ledger/settings.ts';
import type { GeneralLedgerSettings } from '../general-ledger/settings.ts';
import { DEFAULT_CONTROL_CODES } from './control-accounts.ts';
import type { EntryDraft } from './entry-draft.ts';

/** The parts of the general ledger that decide on an entry. */
export interface GeneralLedgerTerms {
  readonly settings: GeneralLedgerSettings;
  /** Every code that controls accounts or loans of the tenant. */
  readonly controlCodes: ReadonlySet<string>;
}

/** The terms of a tenant that has set none. */
export const DEFAULT_GENERAL_LEDGER_TERMS: GeneralLedgerTerms = {
  settings: DEFAULT_GENERAL_LEDGER_SETTINGS,
  controlCodes: DEFAULT_CONTROL_CODES,
};

/** Refuses entries that the controls of the tenant do not allow: effective_date_outside_window. */
export function refuseUncontrolledEntries(
  drafts: readonly EntryDraft[],
  { settings }: GeneralLedgerTerms,
  at: Date,
): void {
  for (const { effectiveDate } of drafts) {
    if (effectiveDate !== undefined) refuseDateOutsideWindow(effectiveDate, settings, at);
  }
}
