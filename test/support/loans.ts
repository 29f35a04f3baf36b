// Loans to test with: agreed, paid out, and what may be posted on them.
import { expect } from '@jest/globals';
import { openAccount } from './ledger.ts';
import type { CallOptions, Caller } from './ledger.ts';

const NOTHING = { principal: '0.00', interest: '0.00', fees: '0.00' };

export interface TestLoan {
  readonly id: string;
  readonly account: string;
}

/** A loan on an account of its own that holds nothing. */
export async function agreeLoan(
  ledger: Caller,
  options: CallOptions & { principal?: string; currency?: string; reference?: string } = {},
): Promise<TestLoan> {
  const { principal = '1000.00', currency = 'EUR', reference, ...others } = options;
  const account = await openAccount(ledger, { ...others, currency });
  const body = { ...newLoan(account), principal, currency, reference };
  const agreed = await ledger.call('createLoan', { ...others, body });
  expect(agreed.status).toBe(201);
  return { id: (agreed.body as { id: string }).id, account };
}

/** As agreeLoan, with all of its principal paid out. */
export async function disbursedLoan(ledger: Caller, principal = '1000.00'): Promise<TestLoan> {
  const loan = await agreeLoan(ledger, { principal });
  const path = { loanId: loan.id };
  const paidOut = await ledger.call('postLoanTransaction', { path, body: disbursement(principal) });
  expect(paidOut.status).toBe(201);
  return loan;
}

export function newLoan(account: string) {
  return {
    customer_id: 'cus-1',
    product_id: 'consumer-loan',
    account_id: account,
    currency: 'EUR',
    principal: '1000.00',
  };
}

export function disbursement(amount: string) {
  return transaction('DISBURSEMENT', amount, { principal: amount });
}

export function interest(amount: string) {
  return transaction('INTEREST', amount, { interest: amount });
}

export function fee(amount: string) {
  return transaction('FEE', amount, { fees: amount });
}

export function repayment(amount: string, allocation: Partial<typeof NOTHING>) {
  return transaction('REPAYMENT', amount, allocation);
}

export function transaction(type: string, amount: string, allocation: Partial<typeof NOTHING>) {
  return { type, amount, currency: 'EUR', allocation: { ...NOTHING, ...allocation } };
}
