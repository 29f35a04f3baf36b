// The loan transactions of random histories: mostly valid, and often for the whole remaining amount.
import { formatAmount, parseMinorUnits, sumAmounts } from './amounts.ts';
import type { CommandAction, LoanAmountsCommand } from './commands.ts';
import { PARTS } from './oracle-state.ts';
import type {
  OracleLoan,
  OracleLoanPart,
  OracleTransaction,
  TransactionBody,
} from './oracle-state.ts';

type TransactAction = Extract<CommandAction, { readonly do: 'transact' }>;
type LoanAllocation = Record<OracleLoanPart, bigint>;

export function buildTransactionBody(
  { type, lending }: TransactAction,
  loan: OracleLoan | undefined,
): TransactionBody {
  const allocation = buildAllocation(type, lending, loan);
  return { type, ...addDefect(allocation, lending, loan?.currency ?? 'EUR') };
}

/** The replacement of the transaction in a correction. */
export function buildLoanAmountsBody(
  lending: LoanAmountsCommand,
  transaction: OracleTransaction | undefined,
) {
  const { type = 'REPAYMENT', currency = 'EUR' } = (transaction?.body ?? {}) as {
    type?: TransactionBody['type'];
    currency?: string;
  };
  return addDefect(buildAllocation(type, lending, undefined), lending, currency);
}

function buildAllocation(
  type: TransactAction['type'],
  lending: LoanAmountsCommand,
  loan: OracleLoan | undefined,
): LoanAllocation {
  const nothing = { principal: 0n, interest: 0n, fees: 0n };
  const amount = lending.amount === 'all' ? 500n : parseMinorUnits(lending.amount);
  if (type === 'INTEREST') return { ...nothing, interest: amount };
  if (type === 'FEE') return { ...nothing, fees: amount };
  if (type === 'DISBURSEMENT') {
    const undisbursed = loan ? loan.principal - loan.disbursed : 0n;
    return {
      ...nothing,
      principal: lending.amount === 'all' && undisbursed > 0n ? undisbursed : amount,
    };
  }
  const isOwed = loan && sumAmounts(PARTS.map((part) => loan.outstanding[part])) > 0n;
  if (lending.amount === 'all' && isOwed) return { ...loan.outstanding };
  return { ...nothing, principal: amount, interest: parseMinorUnits(lending.more) };
}

function addDefect(allocation: LoanAllocation, { fault }: LoanAmountsCommand, currency: string) {
  const parts = fault === 'part' ? { ...allocation, fees: allocation.fees + 100n } : allocation;
  const sum = sumAmounts(PARTS.map((part) => parts[part]));
  return {
    amount: formatAmount(fault === 'sum' ? sum + 1n : sum),
    currency: fault === 'foreign' ? 'GBP' : currency,
    allocation: {
      principal: formatAmount(parts.principal),
      interest: formatAmount(parts.interest),
      fees: formatAmount(parts.fees),
    },
  };
}
