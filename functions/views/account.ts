import type { Account, AccountState } from '../domain/accounts/accounts.ts';
import { readCurrency, formatMoney } from '../domain/values/money.ts';
import { accountEntryFields } from '../ledger/accounts/entry-items.ts';
import { accountStateFields, accountTermsFields } from '../ledger/accounts/items.ts';
import { viewOf } from '../ledger/store/fields.ts';
import type {
  Account as AccountBody,
  AccountBalance as AccountBalanceBody,
  AccountEntry as AccountEntryBody,
} from '../../schemas/generated/types.ts';

export function toAccountView({ terms, state }: Account): AccountBody {
  const { created_at, ...agreed } = accountTermsFields.toView(terms);
  const { currency: _, updated_at, ...current } = accountStateFields.toView(state);
  return { ...agreed, ...current, created_at, updated_at };
}

export function toAccountBalanceView(state: AccountState): AccountBalanceBody {
  return {
    account_id: state.id,
    balance: formatMoney(state.balance),
    currency: readCurrency(state.balance),
    version: state.version,
  };
}

export const toAccountEntryView = viewOf<AccountEntryBody>()(accountEntryFields);
