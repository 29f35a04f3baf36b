// The oracle's rules for loans and their transactions (docs/contract.md, Loans).
import { formatAmount, parseMinorUnits } from './histories/amounts.ts';
import { checkLending, checkParts, applyEffects, putTransaction } from './loan-amounts.ts';
import { buildLoanDraft } from './loan-entries.ts';
import { postAll } from './posting.ts';
import { requireKnown, refuseWhen } from './oracle-refusal.ts';
import { requireFreshId, requireNotBefore } from './oracle-rule.ts';
import type { OracleRule } from './oracle-rule.ts';
import { PARTS, putRecord } from './histories/oracle-state.ts';
import type {
  OracleBody,
  TenantState,
  OracleLoan,
  OracleLoanParts,
  OracleTransaction,
  TransactionBody,
} from './histories/oracle-state.ts';

interface LoanBody {
  readonly account_id: string;
  readonly currency: string;
  readonly principal: string;
  readonly reference?: string;
}

const ZERO: OracleLoanParts = { principal: 0n, interest: 0n, fees: 0n };

const createLoan: OracleRule = {
  status: 201,
  check: (body) => {
    const { principal } = body as unknown as LoanBody;
    refuseWhen(parseMinorUnits(principal) === 0n, 'invalid_amount');
  },
  carryOut: (state, sent, { answer }) => {
    const terms = sent.body as LoanBody;
    const { account_id: accountId, currency, principal, reference } = terms;
    const account = requireKnown(state.accounts, accountId, 'account_not_found');
    refuseWhen(account.currency !== currency, 'currency_mismatch');
    refuseWhen(account.status !== 'ACTIVE', 'account_not_active');
    const facts = answer.body as { id?: string; created_at?: string };
    const id = requireFreshId(facts.id, 'loan', state.loans);
    const created_at = requireNotBefore(facts.created_at, '');
    const loan: OracleLoan = {
      id,
      terms: { ...terms, id, created_at },
      accountId,
      currency,
      ...(reference !== undefined && { reference }),
      principal: parseMinorUnits(principal),
      disbursed: 0n,
      outstanding: ZERO,
      version: 1,
      updatedAt: created_at,
      transactions: [],
    };
    return {
      body: buildLoanBody(loan),
      state: { ...state, loans: putRecord(state.loans, id, loan) },
    };
  },
};

/** The loan as the API returns it; its status is derived from its amounts. */
export function buildLoanBody(loan: OracleLoan): OracleBody {
  const { principal, interest, fees } = loan.outstanding;
  return {
    ...loan.terms,
    status: deriveStatus(loan),
    disbursed: formatAmount(loan.disbursed),
    principal_outstanding: formatAmount(principal),
    interest_outstanding: formatAmount(interest),
    fees_outstanding: formatAmount(fees),
    version: loan.version,
    updated_at: loan.updatedAt,
  };
}

/** Whether the account has a loan that is not settled. */
export function hasOpenLoans({ loans }: TenantState, accountId: string): boolean {
  return [...loans.values()].some((loan) => loan.accountId === accountId && !isSettled(loan));
}

export function isSettled(loan: OracleLoan): boolean {
  return deriveStatus(loan) === 'SETTLED';
}

function deriveStatus({ principal, disbursed, outstanding }: OracleLoan): string {
  if (disbursed === 0n) return 'APPROVED';
  const isOwed = PARTS.some((part) => outstanding[part] > 0n);
  return disbursed === principal && !isOwed ? 'SETTLED' : 'ACTIVE';
}

const postLoanTransaction: OracleRule = {
  status: 201,
  check: (body) => {
    const transaction = body as unknown as TransactionBody;
    checkLending(transaction);
    checkParts(transaction.type, transaction);
  },
  carryOut: (state, sent, { entries: facts }) => {
    const loan = requireKnown(state.loans, sent.path['loanId'], 'loan_not_found');
    const transaction = sent.body as TransactionBody;
    refuseWhen(transaction.currency !== loan.currency, 'currency_mismatch');
    const changed = applyEffects(loan, [transaction]);
    const isAccrual = transaction.type === 'INTEREST' || transaction.type === 'FEE';
    refuseWhen(isAccrual && isSettled(loan), 'loan_settled');
    const posting = { sent, facts, after: loan.updatedAt };
    const { state: posted, bodies } = postAll(state, [buildLoanDraft(loan, transaction)], posting);
    const [entry = {}] = bodies;
    return { ...putTransaction(posted, changed, transaction, { entry }), entries: bodies };
  },
};

const getLoan: OracleRule = {
  status: 200,
  carryOut: (state, { path }) => {
    return {
      body: buildLoanBody(requireKnown(state.loans, path['loanId'], 'loan_not_found')),
      state,
    };
  },
};

const getTransaction: OracleRule = {
  status: 200,
  carryOut: (state, { path }) => {
    const found = requireKnown(state.transactions, path['transactionId'], 'transaction_not_found');
    return { body: buildTransactionBody(found), state };
  },
};

/** The transaction with its reversal. */
export function buildTransactionBody({ body, reversedBy }: OracleTransaction): OracleBody {
  return { ...body, ...(reversedBy !== undefined && { reversed_by: reversedBy }) };
}

const listLoanTransactions: OracleRule = {
  status: 200,
  carryOut: (state, { path }) => {
    const { transactions } = requireKnown(state.loans, path['loanId'], 'loan_not_found');
    return { body: { items: transactions.map((id) => state.transactions.get(id)?.body) }, state };
  },
};

export const loanRules = {
  createLoan,
  postLoanTransaction,
  getLoan,
  getTransaction,
  listLoanTransactions,
};
