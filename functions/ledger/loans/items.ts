// How loans and their transactions are stored and mapped to views.
import type { Loan, LoanState, LoanTerms } from '../../domain/loans/loans.ts';
import type { LoanTransaction } from '../../domain/loans/transactions.ts';
import { allocation } from '../journal/allocation-field.ts';
import {
  amount,
  count,
  hidden,
  money,
  readOptionalText,
  sortKey,
  text,
} from '../store/field-kinds.ts';
import { fields } from '../store/fields.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';

export const loanTermsFields = fields<LoanTerms>()({
  id: sortKey(),
  customerId: text('customer_id'),
  productId: text('product_id'),
  accountId: text('account_id'),
  principal: money('principal'),
  reference: readOptionalText(text('reference')),
  createdAt: text('created_at'),
});

export const loanStateFields = fields<LoanState>()({
  status: text('status'),
  disbursed: amount('disbursed'),
  outstanding: hidden(allocation('outstanding')),
  version: count('version'),
  updatedAt: text('updated_at'),
});

/** Terms and state in one item. */
export function toLoanItem(tenant: string, { terms, state }: Loan): Item {
  const item = loanTermsFields.toItem(keys.loan(tenant, terms.id), terms);
  return { ...item, ...loanStateFields.toAttributes(state) };
}

export function fromLoanItem(item: Item): Loan {
  return { terms: loanTermsFields.fromItem(item), state: loanStateFields.fromItem(item) };
}

export const transactionFields = fields<LoanTransaction>()({
  id: sortKey(),
  loanId: text('loan_id'),
  type: text('type'),
  amount: money('amount'),
  allocation: allocation('allocation'),
  journalEntryId: text('journal_entry_id'),
  reversesTransactionId: readOptionalText(text('reverses_transaction_id')),
  replacesTransactionId: readOptionalText(text('replaces_transaction_id')),
  postedBy: text('posted_by'),
  correlationId: text('correlation_id'),
  postedAt: text('posted_at'),
});
