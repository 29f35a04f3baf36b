// Maps a loan transaction to the journal entry that stores all of it, and back.
import { DEFAULT_LOAN_ACCOUNTS, RECEIVABLE_ROLES } from '../loans/ledger-accounts.ts';
import type { LoanLedgerAccounts } from '../loans/ledger-accounts.ts';
import { LOAN_PARTS } from '../loans/loans.ts';
import type { Loan } from '../loans/loans.ts';
import { LOAN_TRANSACTION_KINDS } from '../loans/transactions.ts';
import type {
  LoanTransaction,
  LoanTransactionDraft,
  LoanTransactionType,
} from '../loans/transactions.ts';
import type { Direction } from '../values/direction.ts';
import { readCurrency, isAboveZero, sumMoney } from '../values/money.ts';
import type { Money } from '../values/money.ts';
import type { EntryDraft, LedgerLine, PostingDraft } from './entry-draft.ts';
import { toTransactionId } from './journal.ts';
import type { JournalEntry } from './journal.ts';

type LedgerAccountRole = keyof LoanLedgerAccounts;

/** The role of the other ledger account, by type of transaction. */
const COUNTERPART_ROLES: Readonly<Record<LoanTransactionType, LedgerAccountRole>> = {
  DISBURSEMENT: 'customer_deposits',
  REPAYMENT: 'customer_deposits',
  INTEREST: 'interest_income',
  FEE: 'fee_income',
};

/**
 * Builds the journal entry of a transaction. Its increases of outstanding parts are debited to their
 * receivables and its decreases credited, against one line for the whole amount; one posting on the
 * loan's account if the type touches it.
 */
export function buildLoanEntryDraft(
  { terms }: Loan,
  { type, amount, allocation }: LoanTransactionDraft,
  codes: LoanLedgerAccounts = DEFAULT_LOAN_ACCOUNTS,
): EntryDraft {
  const { outstanding, account } = LOAN_TRANSACTION_KINDS[type];
  const line = (role: LedgerAccountRole, side: Direction, value: Money): LedgerLine => {
    return { accountCode: codes[role], side, amount: value };
  };
  const receivables = LOAN_PARTS.filter((part) => isAboveZero(allocation[part])).map((part) =>
    line(RECEIVABLE_ROLES[part], outstanding === 'RAISED' ? 'DEBIT' : 'CREDIT', allocation[part]),
  );
  const counterpart = line(
    COUNTERPART_ROLES[type],
    outstanding === 'RAISED' ? 'CREDIT' : 'DEBIT',
    amount,
  );
  return {
    entryType: 'POSTING',
    ledgerLines:
      outstanding === 'RAISED' ? [...receivables, counterpart] : [counterpart, ...receivables],
    postings: account === undefined ? [] : [posting(terms, account, amount)],
    currency: readCurrency(amount),
    loanEntry: { loanId: terms.id, accountId: terms.accountId, type, allocation },
  };
}

function posting(
  { accountId, reference }: Loan['terms'],
  direction: Direction,
  amount: Money,
): PostingDraft {
  return { accountId, direction, amount, ...(reference !== undefined && { reference }) };
}

/** Returns the transaction that the journal entry posts, if any. */
export function toLoanTransaction(entry: JournalEntry): LoanTransaction | undefined {
  const { id: journalEntryId, loanEntry, postedBy, correlationId, postedAt } = entry;
  if (!loanEntry) return undefined;
  const { loanId, type, allocation } = loanEntry;
  const { reversesJournalEntryId: reverses, replacesJournalEntryId: replaces } = entry;
  return {
    type,
    amount: sumMoney(Object.values(allocation), readCurrency(allocation.principal)),
    allocation,
    ...(reverses !== undefined && { reversesTransactionId: toTransactionId(reverses) }),
    ...(replaces !== undefined && { replacesTransactionId: toTransactionId(replaces) }),
    id: toTransactionId(journalEntryId),
    loanId,
    journalEntryId,
    postedBy,
    correlationId,
    postedAt,
  };
}
