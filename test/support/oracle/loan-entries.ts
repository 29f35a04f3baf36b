// The journal entry of a loan transaction: the table of docs/loans.md, line by line.
import { parseMinorUnits } from './histories/amounts.ts';
import type { OracleDraft } from './posting.ts';
import { PARTS } from './histories/oracle-state.ts';
import type {
  OracleLedgerLine,
  OracleLoan,
  OracleLoanPart,
  OraclePosting,
  TransactionBody,
} from './histories/oracle-state.ts';

const RECEIVABLE: Readonly<Record<OracleLoanPart, string>> = {
  principal: 'LOANS_RECEIVABLE',
  interest: 'INTEREST_RECEIVABLE',
  fees: 'FEES_RECEIVABLE',
};

export function buildLoanDraft(loan: OracleLoan, transaction: TransactionBody): OracleDraft {
  const { type, amount, currency, allocation } = transaction;
  const debit = (account_code: string, debit_amount: string): OracleLedgerLine => ({
    account_code,
    debit_amount,
  });
  const credit = (account_code: string, credit_amount: string): OracleLedgerLine => ({
    account_code,
    credit_amount,
  });
  const paidParts = PARTS.filter((part) => parseMinorUnits(allocation[part]) > 0n);
  const lines = {
    DISBURSEMENT: [debit('LOANS_RECEIVABLE', amount), credit('CUSTOMER_DEPOSITS', amount)],
    REPAYMENT: [
      debit('CUSTOMER_DEPOSITS', amount),
      ...paidParts.map((part) => credit(RECEIVABLE[part], allocation[part])),
    ],
    INTEREST: [debit('INTEREST_RECEIVABLE', amount), credit('INTEREST_INCOME', amount)],
    FEE: [debit('FEES_RECEIVABLE', amount), credit('FEE_INCOME', amount)],
  }[type];
  const postings = type === 'INTEREST' || type === 'FEE' ? [] : [buildPosting(loan, transaction)];
  return { type: 'POSTING', lines, postings, currency, isOfLoan: true };
}

function buildPosting(
  { accountId, reference }: OracleLoan,
  transaction: TransactionBody,
): OraclePosting {
  const { type, amount, currency } = transaction;
  return {
    account_id: accountId,
    direction: type === 'DISBURSEMENT' ? 'CREDIT' : 'DEBIT',
    amount,
    currency,
    ...(reference !== undefined && { reference }),
  };
}
