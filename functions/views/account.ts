import type { Account, AccountState } from '../domain/accounts/accounts.ts';
import { readCurrency, formatMoney } from '../domain/values/money.ts';
import type { AccountEntry } from '../ledger/journal/items.ts';
import type {
  Account as AccountBody,
  AccountBalance as AccountBalanceBody,
  AccountEntry as AccountEntryBody,
} from '../../schemas/generated/types.ts';

export function toAccountView({ terms, state }: Account): AccountBody {
  return {
    id: terms.id,
    customer_id: terms.customerId,
    product_id: terms.productId,
    name: terms.name,
    currency: terms.currency,
    status: state.status,
    balance: formatMoney(state.balance),
    version: state.version,
    ...(state.frozenAt !== undefined && { frozen_at: state.frozenAt }),
    ...(state.closedAt !== undefined && { closed_at: state.closedAt }),
    created_at: terms.createdAt,
    updated_at: state.updatedAt,
  };
}

export function toAccountBalanceView(state: AccountState): AccountBalanceBody {
  return {
    account_id: state.id,
    balance: formatMoney(state.balance),
    currency: readCurrency(state.balance),
    version: state.version,
  };
}

export function toAccountEntryView(entry: AccountEntry): AccountEntryBody {
  return {
    id: entry.id,
    account_id: entry.accountId,
    journal_entry_id: entry.journalEntryId,
    ...(entry.transactionId !== undefined && { transaction_id: entry.transactionId }),
    posting_key: entry.postingKey,
    entry_type: entry.entryType,
    direction: entry.direction,
    amount: formatMoney(entry.amount),
    currency: readCurrency(entry.amount),
    balance_after: formatMoney(entry.balanceAfter),
    ...(entry.reference !== undefined && { reference: entry.reference }),
    posted_at: entry.postedAt,
  };
}
