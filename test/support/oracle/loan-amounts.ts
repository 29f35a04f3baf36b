// How transactions change the amounts of a loan. Of several transactions, only the sum must be allowed.
import { parseMinorUnits, sumAmounts } from './histories/amounts.ts';
import { refuseWhen } from './oracle-refusal.ts';
import { PARTS, putRecord } from './histories/oracle-state.ts';
import type {
  OracleBody,
  TenantState,
  OracleLoan,
  OracleLoanPart,
  LoanAmountsBody,
  TransactionBody,
} from './histories/oracle-state.ts';

export interface OracleLoanEffect extends TransactionBody {
  /** Whether it reverses a transaction of its type. */
  readonly isReversal?: boolean;
}

const DIGITS_MAX = 10n ** 38n;

/** The loan after all the transactions, or a refusal. */
export function applyEffects(loan: OracleLoan, effects: readonly OracleLoanEffect[]): OracleLoan {
  const part = (name: OracleLoanPart) =>
    sumAmounts([
      loan.outstanding[name],
      ...effects.map((effect) => readSign(effect) * parseMinorUnits(effect.allocation[name])),
    ]);
  const disbursements = effects.filter(({ type }) => type === 'DISBURSEMENT');
  const disbursed = sumAmounts([
    loan.disbursed,
    ...disbursements.map((effect) => readSign(effect) * parseMinorUnits(effect.amount)),
  ]);
  refuseWhen(disbursed > loan.principal, 'disbursement_exceeds_principal');
  const outstanding = {
    principal: part('principal'),
    interest: part('interest'),
    fees: part('fees'),
  };
  const isBelow = PARTS.some((name) => outstanding[name] < 0n);
  refuseWhen(isBelow, 'allocation_exceeds_outstanding');
  const isAbove = PARTS.some((name) => outstanding[name] >= DIGITS_MAX);
  refuseWhen(isAbove, 'balance_out_of_range');
  return { ...loan, disbursed, outstanding, version: loan.version + 1 };
}

function readSign({ type, isReversal = false }: OracleLoanEffect): bigint {
  return (type === 'REPAYMENT') === isReversal ? 1n : -1n;
}

/** The parts that each type may be allocated to. */
const ALLOWED: Readonly<Record<TransactionBody['type'], readonly OracleLoanPart[]>> = {
  DISBURSEMENT: ['principal'],
  REPAYMENT: PARTS,
  INTEREST: ['interest'],
  FEE: ['fees'],
};

/** Refuses an amount of zero or one that is not the sum of its parts. */
export function checkLending({ amount, allocation }: LoanAmountsBody): void {
  refuseWhen(parseMinorUnits(amount) === 0n, 'invalid_amount');
  const sum = sumAmounts(PARTS.map((part) => parseMinorUnits(allocation[part])));
  refuseWhen(sum !== parseMinorUnits(amount), 'allocation_mismatch');
}

/** Refuses parts that the type may not change. */
export function checkParts(type: TransactionBody['type'], { allocation }: LoanAmountsBody): void {
  const isWrong = PARTS.some(
    (part) => !ALLOWED[type].includes(part) && parseMinorUnits(allocation[part]) > 0n,
  );
  refuseWhen(isWrong, 'allocation_mismatch');
}

/** The state after the journal entry has posted the transaction on the loan. */
export function putTransaction(
  state: TenantState,
  loan: OracleLoan,
  effect: OracleLoanEffect,
  { entry, links = {} }: { entry: OracleBody; links?: OracleBody },
): { state: TenantState; body: OracleBody } {
  const id = String(entry['transaction_id']);
  const { isReversal: _, ...transactionBody } = effect;
  const body = {
    id,
    loan_id: loan.id,
    ...transactionBody,
    ...links,
    journal_entry_id: entry['id'],
    posted_by: entry['posted_by'],
    correlation_id: entry['correlation_id'],
    posted_at: entry['posted_at'],
  };
  const before = state.loans.get(loan.id)?.transactions ?? [];
  const updatedAt = String(entry['posted_at']);
  const after = { ...loan, updatedAt, transactions: [...before, id] };
  const transaction = {
    id,
    loanId: loan.id,
    entryId: String(entry['id']),
    effect: transactionBody,
    body,
  };
  return {
    body,
    state: {
      ...state,
      loans: putRecord(state.loans, loan.id, after),
      transactions: putRecord(state.transactions, id, transaction),
    },
  };
}
