// THE LIST of checks. A new check is a file in checks/ and a line here.
import type { VerificationCheck } from './check.ts';
import { accountBooks } from './checks/account-entries.ts';
import { accountStatus } from './checks/account-status.ts';
import { accountTerms } from './checks/account-terms.ts';
import { changeRequests } from './checks/controls/change-requests.ts';
import { changes } from './checks/counts/changes.ts';
import { controlAccounts } from './control-accounts/control-accounts.ts';
import { adoption } from './evidence/adoption.ts';
import { evidence } from './evidence/evidence.ts';
import { evidenceLogs } from './evidence/evidence-logs.ts';
import { form } from './checks/form.ts';
import { generalLedger } from './general-ledger/general-ledger-check.ts';
import { journalEntries } from './checks/journal-entries.ts';
import { loans } from './checks/loans.ts';
import { openLoans } from './checks/counts/open-loans.ts';
import { periods } from './checks/general-ledger/periods.ts';
import { postings } from './checks/postings.ts';
import { receiptContent } from './checks/receipt-content.ts';
import { receipts } from './checks/receipts.ts';
import { requests } from './checks/requests.ts';
import { reversalMarks } from './checks/reversal-marks.ts';
import { reversals } from './checks/reversals.ts';
import { transactions } from './checks/transactions.ts';

export const checks: readonly VerificationCheck[] = [
  accountTerms,
  accountBooks,
  accountStatus,
  journalEntries,
  postings,
  receipts,
  receiptContent,
  changes,
  requests,
  changeRequests,
  loans,
  transactions,
  reversals,
  reversalMarks,
  openLoans,
  periods,
  generalLedger,
  controlAccounts,
  adoption,
  evidence,
  evidenceLogs,
  form,
];
