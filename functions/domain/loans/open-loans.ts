// The number of open loans of an account: those disbursed to and repaid from it that are not SETTLED.
// The count is stored, so that closing an account needs no search for loans.
import type { Loan } from './loans.ts';

export interface OpenLoanCount {
  readonly accountId: string;
  readonly loans: number;
  /** Grows by 1 with each change of the count; 0 before the first loan. */
  readonly version: number;
}

/** The count of an account that never had a loan. */
export function buildZeroOpenLoans(accountId: string): OpenLoanCount {
  return { accountId, loans: 0, version: 0 };
}

export function isLoanOpen({ state }: Loan): boolean {
  return state.status !== 'SETTLED';
}

/** Whether a settled loan has become open again. */
export function isLoanReopened(before: Loan, after: Loan): boolean {
  return !isLoanOpen(before) && isLoanOpen(after);
}

/** A new or changed loan. */
export interface LoanChange {
  readonly before?: Loan;
  readonly after: Loan;
}

/** Applies these changes to the account's count; the version grows by 1 if the count changes. */
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

/** Explains why the account cannot be closed; returns undefined when it has no open loan. */
export function describeOpenLoans({ accountId, loans }: OpenLoanCount): string | undefined {
  if (loans === 0) return undefined;
  const noun = loans === 1 ? 'a loan that is' : `${loans} loans that are`;
  return `Account ${accountId} is needed for ${noun} not settled.`;
}
