// Loans and their transactions to DynamoDB items and back. Amounts are whole minor units.
import type { LoanStatus } from '../../domain/loans/transitions.ts';
import type { LoanTransaction, LoanTransactionType } from '../../domain/loans/transactions.ts';
import type { Loan } from '../../domain/loans/loans.ts';
import { readCurrency, toMinorUnits, money } from '../../domain/values/money.ts';
import { toAllocationItem, fromAllocationItem } from './allocation-items.ts';
import type { Item } from '../journal/items.ts';
import { keys } from '../store/keys.ts';
import { readCount, readMinorUnits, readOptionalText, readText } from '../store/attributes.ts';

export function toLoanItem(tenant: string, { terms, state }: Loan): Item {
  return {
    ...keys.loan(tenant, terms.id),
    customer_id: terms.customerId,
    product_id: terms.productId,
    account_id: terms.accountId,
    currency: readCurrency(terms.principal),
    principal: toMinorUnits(terms.principal),
    reference: terms.reference,
    status: state.status,
    disbursed: toMinorUnits(state.disbursed),
    outstanding: toAllocationItem(state.outstanding),
    version: BigInt(state.version),
    created_at: terms.createdAt,
    updated_at: state.updatedAt,
  };
}

export function fromLoanItem(item: Item): Loan {
  const currency = readText(item, 'currency');
  return {
    terms: {
      id: item.SK,
      customerId: readText(item, 'customer_id'),
      productId: readText(item, 'product_id'),
      accountId: readText(item, 'account_id'),
      principal: money(readMinorUnits(item, 'principal'), currency),
      ...readOptionalText(item, 'reference', 'reference'),
      createdAt: readText(item, 'created_at'),
    },
    state: {
      status: readText(item, 'status') as LoanStatus,
      disbursed: money(readMinorUnits(item, 'disbursed'), currency),
      outstanding: fromAllocationItem(item['outstanding'], currency),
      version: readCount(item, 'version'),
      updatedAt: readText(item, 'updated_at'),
    },
  };
}

export function toTransactionItem(tenant: string, transaction: LoanTransaction): Item {
  return {
    ...keys.transaction(tenant, transaction.loanId, transaction.id),
    loan_id: transaction.loanId,
    type: transaction.type,
    amount: toMinorUnits(transaction.amount),
    currency: readCurrency(transaction.amount),
    allocation: toAllocationItem(transaction.allocation),
    journal_entry_id: transaction.journalEntryId,
    reverses_transaction_id: transaction.reversesTransactionId,
    replaces_transaction_id: transaction.replacesTransactionId,
    posted_by: transaction.postedBy,
    correlation_id: transaction.correlationId,
    posted_at: transaction.postedAt,
  };
}

export function fromTransactionItem(item: Item): LoanTransaction {
  const currency = readText(item, 'currency');
  return {
    id: item.SK,
    loanId: readText(item, 'loan_id'),
    type: readText(item, 'type') as LoanTransactionType,
    amount: money(readMinorUnits(item, 'amount'), currency),
    allocation: fromAllocationItem(item['allocation'], currency),
    journalEntryId: readText(item, 'journal_entry_id'),
    ...readOptionalText(item, 'reverses_transaction_id', 'reversesTransactionId'),
    ...readOptionalText(item, 'replaces_transaction_id', 'replacesTransactionId'),
    postedBy: readText(item, 'posted_by'),
    correlationId: readText(item, 'correlation_id'),
    postedAt: readText(item, 'posted_at'),
  };
}
