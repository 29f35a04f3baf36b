// The terms, amounts and state of a loan (docs/contract.md, Loans).
import type { AccountState } from '../accounts/accounts.ts';
import { describeMissingAccount } from '../accounts/accounts.ts';
import { readCurrency, isAboveZero, money, parseMoney } from '../values/money.ts';
import type { Money } from '../values/money.ts';
import { Refusal, refuseIf } from '../refusals/refusals.ts';
import type { LoanStatus } from './transitions.ts';

/** The parts of a loan to which amounts are allocated. */
export const LOAN_PARTS = ['principal', 'interest', 'fees'] as const;
export type LoanPart = (typeof LOAN_PARTS)[number];

/** An amount for each part of a loan. */
export type Allocation = Readonly<Record<LoanPart, Money>>;

/** The amounts of a loan, or their changes by a transaction. */
export interface LoanAmounts {
  readonly disbursed: Money;
  readonly outstanding: Allocation;
}

/** A loan as requested. */
export interface LoanDraft {
  readonly customerId: string;
  readonly productId: string;
  /** The account for disbursement and repayment. */
  readonly accountId: string;
  readonly principal: Money;
  readonly reference?: string;
}

/** The agreed terms. They never change. */
export interface LoanTerms extends LoanDraft {
  readonly id: string;
  readonly createdAt: string;
}

export interface LoanState extends LoanAmounts {
  readonly status: LoanStatus;
  /** Grows by 1 with each change of the amounts. */
  readonly version: number;
  /** The posting time of the newest transaction; the creation time before the first. */
  readonly updatedAt: string;
}

export interface Loan {
  readonly terms: LoanTerms;
  readonly state: LoanState;
}

export interface LoanRequest {
  readonly customer_id: string;
  readonly product_id: string;
  readonly account_id: string;
  readonly currency: string;
  readonly principal: string;
  readonly reference?: string;
}

/** Validates the request without its account. Refuses with invalid_amount. */
export function draftLoan(request: LoanRequest): LoanDraft {
  const principal = parseMoney(request.principal, request.currency);
  if (!isAboveZero(principal)) {
    throw new Refusal('invalid_amount', ['/principal must be above zero']);
  }
  const { customer_id: customerId, product_id: productId, account_id: accountId } = request;
  const { reference } = request;
  return {
    customerId,
    productId,
    accountId,
    principal,
    ...(reference !== undefined && { reference }),
  };
}

/**
 * Opens a loan: APPROVED, with nothing disbursed and nothing outstanding. Refuses, in this order:
 * account_not_found, currency_mismatch, account_not_active.
 */
export function openLoan(
  draft: LoanDraft,
  account: AccountState | undefined,
  id: string,
  at: Date,
): Loan {
  const currency = readCurrency(draft.principal);
  if (!account) throw new Refusal('account_not_found', describeMissingAccount(draft.accountId));
  refuseUnusableAccount(account, currency);
  const createdAt = at.toISOString();
  return {
    terms: { ...draft, id, createdAt },
    state: { ...buildZeroAmounts(currency), status: 'APPROVED', version: 1, updatedAt: createdAt },
  };
}

/**
 * Computes the posting time of the loan's next change: after the last change, so that changes sort by
 * time.
 */
export function computeNextMoment({ state }: Loan, now: Date): Date {
  return new Date(Math.max(now.getTime(), Date.parse(state.updatedAt) + 1));
}

function refuseUnusableAccount({ id, status, balance }: AccountState, currency: string): void {
  const own = readCurrency(balance);
  refuseIf(own !== currency, 'currency_mismatch', `Account ${id} is in ${own}, not ${currency}.`);
  refuseIf(status !== 'ACTIVE', 'account_not_active', `Account ${id} is ${status}.`);
}

/** Builds zero amounts for a loan. */
export function buildZeroAmounts(currency: string): LoanAmounts {
  const zero = money(0n, currency);
  return { disbursed: zero, outstanding: { principal: zero, interest: zero, fees: zero } };
}

/** Returns the message of loan_not_found. */
export function describeMissingLoan(loanId: string): string {
  return `There is no loan ${loanId.slice(0, 64)}.`;
}
