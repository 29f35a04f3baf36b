// Loan transactions, validated without the loan.
import { LOAN_PARTS } from './loans.ts';
import type { Allocation, LoanPart } from './loans.ts';
import { formatMoney, isAboveZero, order, parseMoney, sumMoney } from '../values/money.ts';
import type { Money } from '../values/money.ts';
import type { Direction } from '../values/direction.ts';
import { Refusal } from '../refusals/refusals.ts';

export type LoanTransactionType = 'DISBURSEMENT' | 'REPAYMENT' | 'INTEREST' | 'FEE';

interface LoanTransactionKind {
  /** The parts of the loan to which it may be allocated. */
  readonly parts: readonly LoanPart[];
  /** Whether it raises or lowers the outstanding amounts. */
  readonly outstanding: 'RAISED' | 'LOWERED';
  /** The direction of its posting on the customer's account, if it has one. */
  readonly account?: Direction;
}

/** The rules of each transaction type. */
export const LOAN_TRANSACTION_KINDS: Readonly<Record<LoanTransactionType, LoanTransactionKind>> = {
  DISBURSEMENT: { parts: ['principal'], outstanding: 'RAISED', account: 'CREDIT' },
  REPAYMENT: { parts: LOAN_PARTS, outstanding: 'LOWERED', account: 'DEBIT' },
  INTEREST: { parts: ['interest'], outstanding: 'RAISED' },
  FEE: { parts: ['fees'], outstanding: 'RAISED' },
};

export interface LoanTransactionDraft {
  readonly type: LoanTransactionType;
  readonly amount: Money;
  readonly allocation: Allocation;
  /** The transaction that this one reverses: it has the opposite effect of its type. */
  readonly reversesTransactionId?: string;
  /** The transaction that this one replaces. */
  readonly replacesTransactionId?: string;
}

/** A stored transaction. */
export interface LoanTransaction extends LoanTransactionDraft {
  readonly id: string;
  readonly loanId: string;
  readonly journalEntryId: string;
  readonly postedBy: string;
  readonly correlationId: string;
  readonly postedAt: string;
}

/** An amount of money and its allocation to the parts of a loan. */
export interface LoanTransactionRequest {
  readonly amount: string;
  readonly currency: string;
  readonly allocation: Readonly<Record<LoanPart, string>>;
}

/**
 * Validates the request without the loan. `pointer` locates it in messages. Refuses, in this order:
 * invalid_amount, allocation_mismatch.
 */
export function draftLoanTransaction(
  type: LoanTransactionType,
  request: LoanTransactionRequest,
  pointer = '',
): LoanTransactionDraft {
  const amounts = draftLoanAmounts(request, pointer);
  refuseWrongParts(type, amounts.allocation, pointer);
  return { type, ...amounts };
}

/** As draftLoanTransaction, where the type is not yet known. */
export function draftLoanAmounts(
  request: LoanTransactionRequest,
  pointer: string,
): Omit<LoanTransactionDraft, 'type'> {
  const { currency } = request;
  const amount = parseMoney(request.amount, currency);
  if (!isAboveZero(amount)) {
    throw new Refusal('invalid_amount', [`${pointer}/amount must be above zero`]);
  }
  const allocation = parseAllocation(request);
  const sum = sumMoney(Object.values(allocation), currency);
  if (order(sum, amount) !== 0) {
    const sums = `the parts are ${formatMoney(sum)}, the amount is ${formatMoney(amount)}`;
    throw new Refusal('allocation_mismatch', [`${pointer}/allocation does not add up: ${sums}`]);
  }
  return { amount, allocation };
}

function parseAllocation({ allocation, currency }: LoanTransactionRequest): Allocation {
  const part = (name: LoanPart) => parseMoney(allocation[name], currency);
  return { principal: part('principal'), interest: part('interest'), fees: part('fees') };
}

function refuseWrongParts(type: LoanTransactionType, allocation: Allocation, pointer: string) {
  const { parts } = LOAN_TRANSACTION_KINDS[type];
  const faults = LOAN_PARTS.filter(
    (part) => !parts.includes(part) && isAboveZero(allocation[part]),
  ).map((part) => `${pointer}/allocation/${part} must be 0.00 for type ${type}`);
  if (faults.length > 0) throw new Refusal('allocation_mismatch', faults);
}
