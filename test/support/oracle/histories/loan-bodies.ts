// The loan transactions of random histories: mostly well formed, and often for all that is left.
import { amountOf, minorOf, sumOf } from './amounts.ts';
import type { Doing, Lending } from './commands.ts';
import type { NewTransaction } from '../loan-entries.ts';
import { PARTS } from './world.ts';
import type { Loan, Part, Transaction } from './world.ts';

type Transact = Extract<Doing, { do: 'transact' }>;
type Allocation = Record<Part, bigint>;

export function transactionBody(
  { type, lending }: Transact,
  loan: Loan | undefined,
): NewTransaction {
  const allocation = allocationOf(type, lending, loan);
  return { type, ...faulty(allocation, lending, loan?.currency ?? 'EUR') };
}

/** What is to take the place of the transaction. */
export function lendingBody(lending: Lending, transaction: Transaction | undefined) {
  const { type = 'REPAYMENT', currency = 'EUR' } = (transaction?.body ?? {}) as {
    type?: NewTransaction['type'];
    currency?: string;
  };
  return faulty(allocationOf(type, lending, undefined), lending, currency);
}

function allocationOf(
  type: Transact['type'],
  lending: Lending,
  loan: Loan | undefined,
): Allocation {
  const nothing = { principal: 0n, interest: 0n, fees: 0n };
  const amount = lending.amount === 'all' ? 500n : minorOf(lending.amount);
  if (type === 'INTEREST') return { ...nothing, interest: amount };
  if (type === 'FEE') return { ...nothing, fees: amount };
  if (type === 'DISBURSEMENT') {
    const left = loan ? loan.principal - loan.disbursed : 0n;
    return { ...nothing, principal: lending.amount === 'all' && left > 0n ? left : amount };
  }
  const owed = loan && sumOf(PARTS.map((part) => loan.outstanding[part])) > 0n;
  if (lending.amount === 'all' && owed) return { ...loan.outstanding };
  return { ...nothing, principal: amount, interest: minorOf(lending.more) };
}

function faulty(allocation: Allocation, { fault }: Lending, currency: string) {
  const parts = fault === 'part' ? { ...allocation, fees: allocation.fees + 100n } : allocation;
  const sum = sumOf(PARTS.map((part) => parts[part]));
  return {
    amount: amountOf(fault === 'sum' ? sum + 1n : sum),
    currency: fault === 'foreign' ? 'GBP' : currency,
    allocation: {
      principal: amountOf(parts.principal),
      interest: amountOf(parts.interest),
      fees: amountOf(parts.fees),
    },
  };
}
