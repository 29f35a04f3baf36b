import type { LoanTransaction } from '../domain/loans/transactions.ts';
import type { Allocation, Loan } from '../domain/loans/loans.ts';
import { readCurrency, formatMoney } from '../domain/values/money.ts';
import type {
  Allocation as AllocationBody,
  Loan as LoanBody,
  Transaction as TransactionBody,
} from '../../schemas/generated/types.ts';

export function toLoanView({ terms, state }: Loan): LoanBody {
  return {
    id: terms.id,
    customer_id: terms.customerId,
    product_id: terms.productId,
    account_id: terms.accountId,
    currency: readCurrency(terms.principal),
    principal: formatMoney(terms.principal),
    ...(terms.reference !== undefined && { reference: terms.reference }),
    status: state.status,
    disbursed: formatMoney(state.disbursed),
    principal_outstanding: formatMoney(state.outstanding.principal),
    interest_outstanding: formatMoney(state.outstanding.interest),
    fees_outstanding: formatMoney(state.outstanding.fees),
    version: state.version,
    created_at: terms.createdAt,
    updated_at: state.updatedAt,
  };
}

export function toTransactionView(transaction: LoanTransaction): TransactionBody {
  const { reversesTransactionId: reverses, replacesTransactionId: replaces } = transaction;
  return {
    id: transaction.id,
    loan_id: transaction.loanId,
    type: transaction.type,
    amount: formatMoney(transaction.amount),
    currency: readCurrency(transaction.amount),
    allocation: toAllocationView(transaction.allocation),
    journal_entry_id: transaction.journalEntryId,
    ...(reverses !== undefined && { reverses_transaction_id: reverses }),
    ...(replaces !== undefined && { replaces_transaction_id: replaces }),
    posted_by: transaction.postedBy,
    correlation_id: transaction.correlationId,
    posted_at: transaction.postedAt,
  };
}

function toAllocationView({ principal, interest, fees }: Allocation): AllocationBody {
  return {
    principal: formatMoney(principal),
    interest: formatMoney(interest),
    fees: formatMoney(fees),
  };
}
