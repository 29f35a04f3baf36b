// The general-ledger account codes that loan transactions use.

/** The account roles for which a product's `config.ledger_accounts` may set the institution's own codes. */
export interface LoanLedgerAccounts {
  readonly loans_receivable: string;
  readonly interest_receivable: string;
  readonly fees_receivable: string;
  readonly customer_deposits: string;
  readonly interest_income: string;
  readonly fee_income: string;
}

export const DEFAULT_LOAN_ACCOUNTS: LoanLedgerAccounts = {
  loans_receivable: 'LOANS_RECEIVABLE',
  interest_receivable: 'INTEREST_RECEIVABLE',
  fees_receivable: 'FEES_RECEIVABLE',
  customer_deposits: 'CUSTOMER_DEPOSITS',
  interest_income: 'INTEREST_INCOME',
  fee_income: 'FEE_INCOME',
};
