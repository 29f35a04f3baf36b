// A loan transaction as an operator types it: which ones a loan takes, what is wrong with one, the request that it
// becomes and the amounts after it. Amounts are text until they are read, and minor units from then on.
import type { Allocation, Loan, LoanTransactionType } from '../../../../client/client.ts';
import { findTypedAmountFault } from '../../parts/fields/amount-faults.ts';
import type { AmountFault } from '../../parts/fields/amount-faults.ts';
import { formatMinorUnits, parseMinorUnits, sumAmounts } from '../../values/minor-units.ts';
import { parseAmount } from '../../values/money.ts';

export type AllocationPart = keyof Allocation;

/** What is typed for each part of the loan. */
export type PartTexts = Readonly<Record<AllocationPart, string>>;

export type PartLimits = Readonly<Partial<Record<AllocationPart, string>>>;

export interface PartLimitFault {
  readonly limit: string;
}

/** By part; `form` for what no field can show alone. */
export type LoanDraftFaults = Readonly<
  Partial<Record<AllocationPart, AmountFault | PartLimitFault>> & { readonly form?: 'nothing' }
>;

/** An amount and what of it goes to which part. */
export interface AllocatedAmount {
  readonly amount: string;
  readonly currency: string;
  readonly allocation: Allocation;
}

export const EMPTY_PARTS: PartTexts = { principal: '', interest: '', fees: '' };

const PARTS: Readonly<Record<LoanTransactionType, readonly AllocationPart[]>> = {
  DISBURSEMENT: ['principal'],
  REPAYMENT: ['principal', 'interest', 'fees'],
  INTEREST: ['interest'],
  FEE: ['fees'],
};

/** Lists the parts to which a transaction of the type may be allocated. */
export function listParts(type: LoanTransactionType): readonly AllocationPart[] {
  return PARTS[type];
}

/** Lists the transactions that the loan takes as it is; the API decides. */
export function listLoanActions(loan: Loan): readonly LoanTransactionType[] {
  const isOwed = PARTS.REPAYMENT.some((part) => parseMinorUnits(readOutstanding(loan, part)) > 0n);
  const isLeft = parseMinorUnits(computeUndisbursed(loan)) > 0n;
  const isOpen = loan.status !== 'SETTLED';
  const actions: readonly (readonly [LoanTransactionType, boolean])[] = [
    ['DISBURSEMENT', isLeft],
    ['REPAYMENT', isOwed],
    ['INTEREST', isOpen],
    ['FEE', isOpen],
  ];
  return actions.filter(([, isPossible]) => isPossible).map(([type]) => type);
}

export function readOutstanding(loan: Loan, part: AllocationPart): string {
  return loan[`${part}_outstanding`];
}

/** Computes how much of the principal has never been paid out. */
export function computeUndisbursed({ principal, disbursed }: Loan): string {
  return formatMinorUnits(parseMinorUnits(principal) - parseMinorUnits(disbursed));
}

/** Lists the most that the loan takes of each part; a part without a limit is absent. */
export function listPartLimits(type: LoanTransactionType, loan: Loan): PartLimits {
  if (type === 'DISBURSEMENT') return { principal: computeUndisbursed(loan) };
  if (type !== 'REPAYMENT') return {};
  const { principal_outstanding: principal, interest_outstanding: interest } = loan;
  return { principal, interest, fees: loan.fees_outstanding };
}

/** Lists what must be changed before the transaction can be sent. */
export function findLoanDraftFaults(
  type: LoanTransactionType,
  texts: PartTexts,
  limits: PartLimits,
): LoanDraftFaults {
  const parts = listParts(type);
  if (parts.every((part) => texts[part].trim() === '')) {
    return parts.length === 1 ? { [parts[0] as AllocationPart]: 'missing' } : { form: 'nothing' };
  }
  const faults = parts.flatMap((part) => {
    const fault = findPartFault(texts[part], limits[part]);
    return fault === undefined ? [] : [[part, fault] as const];
  });
  return Object.fromEntries(faults);
}

function findPartFault(text: string, limit: string | undefined) {
  if (text.trim() === '') return undefined;
  const fault = findTypedAmountFault(text);
  if (fault !== undefined) return fault;
  if (limit === undefined) return undefined;
  return parseMinorUnits(readText(text)) > parseMinorUnits(limit) ? { limit } : undefined;
}

/** Builds the amounts of a draft without faults. */
export function buildAllocatedAmount(
  type: LoanTransactionType,
  texts: PartTexts,
  currency: string,
): AllocatedAmount {
  const read = (part: AllocationPart) =>
    PARTS[type].includes(part) ? readText(texts[part]) : '0.00';
  const allocation = {
    principal: read('principal'),
    interest: read('interest'),
    fees: read('fees'),
  };
  return { amount: formatMinorUnits(sumAmounts(Object.values(allocation))), currency, allocation };
}

function readText(text: string): string {
  const reading = parseAmount(text);
  return reading.kind === 'amount' ? reading.amount : '0.00';
}

/** Computes the outstanding amount of the part after the transaction. */
export function computeOutstandingAfter(
  type: LoanTransactionType,
  { allocation }: AllocatedAmount,
  loan: Loan,
  part: AllocationPart,
): string {
  const before = parseMinorUnits(readOutstanding(loan, part));
  const change = parseMinorUnits(allocation[part]);
  return formatMinorUnits(type === 'REPAYMENT' ? before - change : before + change);
}

/** Computes the balance of the loan's account after the transaction; undefined if it moves nothing there. */
export function computeBalanceAfter(
  type: LoanTransactionType,
  { amount }: AllocatedAmount,
  balance: string,
): string | undefined {
  const change = parseMinorUnits(amount);
  if (type === 'DISBURSEMENT') return formatMinorUnits(parseMinorUnits(balance) + change);
  if (type === 'REPAYMENT') return formatMinorUnits(parseMinorUnits(balance) - change);
  return undefined;
}
