// The titles of the pages, which the menu and the breadcrumbs show before a page is loaded. The other texts of a page come
// with its chunk.
import { defineMessages } from '../i18n/messages.ts';

export const pageTitle = defineMessages({
  account: 'Account',
  accounts: 'Accounts',
  admin: 'Administration',
  audit: 'Audit trail',
  batch: 'Export or import',
  batches: 'Exports and imports',
  chart: 'Chart of accounts',
  exportRequest: 'Ask for an export',
  exportSchedules: 'Schedules of exports',
  importRequest: 'Import a file',
  inbox: 'Inbox',
  journal: 'Journal',
  journalEntry: 'Journal entry',
  ledgerAccount: 'Ledger account',
  loan: 'Loan',
  loans: 'Loans',
  newAccount: 'Open an account',
  periods: 'Accounting periods',
  post: 'Post',
  system: 'System',
  tieOut: 'Tie-out',
  trialBalance: 'Trial balance',
});
