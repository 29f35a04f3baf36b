import { accountLists } from './account-lists.ts';
import { journalLists } from './journal-lists.ts';
import { ledgerActivity } from './ledger-activity.ts';
import { loanActivity } from './loan-activity.ts';
import { productPublication } from './product-publication.ts';
import type { ProjectionName, Projector } from './projector.ts';

/** Every projection, by its name. */
export const projectors: Readonly<Record<ProjectionName, Projector>> = {
  loan_activity: loanActivity,
  ledger_activity: ledgerActivity,
  product_publication: productPublication,
  account_lists: accountLists,
  journal_lists: journalLists,
};
