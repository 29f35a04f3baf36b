// The general-ledger account codes that loan transactions use.
import { LOAN_PARTS } from './loans.ts';
import type { LoanPart } from './loans.ts';

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

/** The role of the ledger account that holds each part of what the customer owes. */
export const RECEIVABLE_ROLES = {
  principal: 'loans_receivable',
  interest: 'interest_receivable',
  fees: 'fees_receivable',
} as const satisfies Readonly<Record<LoanPart, keyof LoanLedgerAccounts>>;

/** A role whose code controls accounts or a part of loans. */
export type ControlRole = 'customer_deposits' | (typeof RECEIVABLE_ROLES)[LoanPart];

/** Lists the roles that control accounts and loans of a product, with their codes. */
export function listControlRoles(
  codes: LoanLedgerAccounts,
): (readonly [role: ControlRole, code: string])[] {
  const roles = ['customer_deposits' as const, ...LOAN_PARTS.map((part) => RECEIVABLE_ROLES[part])];
  return roles.map((role) => [role, codes[role]] as const);
}

/** Lists the codes that control accounts and loans of a product. */
export function listControlCodes(codes: LoanLedgerAccounts): string[] {
  return listControlRoles(codes).map(([, code]) => code);
}
