// The loans that an account is needed for: those that are paid out and repaid on it, until they are
// SETTLED. They are counted, so that whoever closes an account need not look for them.
import type { Loan } from './loans.ts';

export interface OpenLoanCount {
  readonly accountId: string;
  readonly loans: number;
  /** Grows by one with each change of the count; 0 before the first loan. */
  readonly version: number;
}

/** The count of an account on which no loan was ever agreed. */
export function buildZeroOpenLoans(accountId: string): OpenLoanCount {
  return { accountId, loans: 0, version: 0 };
}

export function isLoanOpen({ state }: Loan): boolean {
  return state.status !== 'SETTLED';
}

/** Whether the loan needs its account again. */
export function isLoanReopened(before: Loan, after: Loan): boolean {
  return !isLoanOpen(before) && isLoanOpen(after);
}

/** A loan that was agreed on, or has changed. */
export interface LoanChange {
  readonly before?: Loan;
  readonly after: Loan;
}

/** The count once these loans of its account have changed; its version grows by one if it does. */
export function applyLoanChanges(
  count: OpenLoanCount,
  changes: readonly LoanChange[],
): OpenLoanCount {
  const steps = changes.map(({ before, after }) => {
    const wasOpen = before !== undefined && isLoanOpen(before);
    return Number(isLoanOpen(after)) - Number(wasOpen);
  });
  if (!steps.some((step) => step !== 0)) return count;
  const loans = steps.reduce((sum, step) => sum + step, count.loans);
  return { ...count, loans, version: count.version + 1 };
}

/** Why the account cannot be closed; undefined when no loan needs it. */
export function describeOpenLoans({ accountId, loans }: OpenLoanCount): string | undefined {
  if (loans === 0) return undefined;
  const noun = loans === 1 ? 'a loan that is' : `${loans} loans that are`;
  return `Account ${accountId} is needed for ${noun} not settled.`;
}
