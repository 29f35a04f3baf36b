// Loans and their transactions to DynamoDB items and back. Amounts are whole minor units.
import type { LoanStatus } from '../../domain/states/transitions.ts';
import type { LoanTransaction, LoanTransactionType } from '../../domain/loans/transactions.ts';
import type { Loan } from '../../domain/loans/loans.ts';
import { currencyOf, minorOf, money } from '../../domain/values/money.ts';
import { allocationItem, allocationOf } from '../journal/allocation-items.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { count, minor, optional, text } from '../store/stored.ts';

export function loanItem(tenant: string, { terms, state }: Loan): Item {
  return {
    ...keys.loan(tenant, terms.id),
    customer_id: terms.customerId,
    product_id: terms.productId,
    account_id: terms.accountId,
    currency: currencyOf(terms.principal),
    principal: minorOf(terms.principal),
    reference: terms.reference,
    status: state.status,
    disbursed: minorOf(state.disbursed),
    outstanding: allocationItem(state.outstanding),
    version: BigInt(state.version),
    created_at: terms.createdAt,
    updated_at: state.updatedAt,
  };
}

export function loanOf(item: Item): Loan {
  const currency = text(item, 'currency');
  return {
    terms: {
      id: item.SK,
      customerId: text(item, 'customer_id'),
      productId: text(item, 'product_id'),
      accountId: text(item, 'account_id'),
      principal: money(minor(item, 'principal'), currency),
      ...optional(item, 'reference', 'reference'),
      createdAt: text(item, 'created_at'),
    },
    state: {
      status: text(item, 'status') as LoanStatus,
      disbursed: money(minor(item, 'disbursed'), currency),
      outstanding: allocationOf(item['outstanding'], currency),
      version: count(item, 'version'),
      updatedAt: text(item, 'updated_at'),
    },
  };
}

export function transactionItem(tenant: string, transaction: LoanTransaction): Item {
  return {
    ...keys.transaction(tenant, transaction.loanId, transaction.id),
    loan_id: transaction.loanId,
    type: transaction.type,
    amount: minorOf(transaction.amount),
    currency: currencyOf(transaction.amount),
    allocation: allocationItem(transaction.allocation),
    journal_entry_id: transaction.journalEntryId,
    reverses_transaction_id: transaction.reversesTransactionId,
    replaces_transaction_id: transaction.replacesTransactionId,
    posted_by: transaction.postedBy,
    correlation_id: transaction.correlationId,
    posted_at: transaction.postedAt,
  };
}

export function storedTransaction(item: Item): LoanTransaction {
  const currency = text(item, 'currency');
  return {
    id: item.SK,
    loanId: text(item, 'loan_id'),
    type: text(item, 'type') as LoanTransactionType,
    amount: money(minor(item, 'amount'), currency),
    allocation: allocationOf(item['allocation'], currency),
    journalEntryId: text(item, 'journal_entry_id'),
    ...optional(item, 'reverses_transaction_id', 'reversesTransactionId'),
    ...optional(item, 'replaces_transaction_id', 'replacesTransactionId'),
    postedBy: text(item, 'posted_by'),
    correlationId: text(item, 'correlation_id'),
    postedAt: text(item, 'posted_at'),
  };
}
