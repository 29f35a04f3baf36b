import { accountLists } from './account-lists.ts';
import { accountNameLists } from './account-names.ts';
import { journalLists } from './journal-lists.ts';
import { listLedgerRecords } from './general-ledger.ts';
import { ledgerActivity } from './ledger-activity.ts';
import { loanActivity } from './loan-activity.ts';
import { productPublication } from './product-publication.ts';
import type { DomainEvent, ProjectionName, Projector, RecordProjectionName } from './projector.ts';

/** Every projection that has a record for each subject, by its name. */
export const projectors: Readonly<Record<RecordProjectionName, Projector>> = {
  loan_activity: loanActivity,
  ledger_activity: ledgerActivity,
  product_publication: productPublication,
  account_lists: accountLists,
  account_name_lists: accountNameLists,
  journal_lists: journalLists,
};

/** Lists what the event changes in the projection. Throws when the event cannot be read. */
export function listTouchedRecords(
  projection: ProjectionName,
  event: DomainEvent,
): readonly string[] {
  return projection === 'general_ledger'
    ? listLedgerRecords(event)
    : projectors[projection].touches(event);
}
