import type { Account, AccountState } from '../domain/accounts/accounts.ts';
import { readCurrency, formatMoney } from '../domain/values/money.ts';
import type { Money } from '../domain/values/money.ts';
import { accountEntryFields } from '../ledger/accounts/entry-items.ts';
import {
  accountMetadataFields,
  accountStateFields,
  accountTermsFields,
} from '../ledger/accounts/items.ts';
import type { PeriodBalances } from '../ledger/accounts/statements.ts';
import { viewOf } from '../ledger/store/fields.ts';
import type {
  Account as AccountBody,
  AccountBalance as AccountBalanceBody,
  AccountEntry as AccountEntryBody,
  StatementPage as StatementPageBody,
} from '../../schemas/generated/types.ts';

export function toAccountView({ terms, state, metadata }: Account): AccountBody {
  const { created_at, ...agreed } = accountTermsFields.toView(terms);
  const { currency: _, updated_at, ...current } = accountStateFields.toView(state);
  const attached = metadata && accountMetadataFields.toView(metadata);
  return { ...agreed, ...current, ...attached, created_at, updated_at };
}

export function toAccountBalanceView(state: AccountState): AccountBalanceBody {
  return {
    account_id: state.id,
    balance: formatMoney(state.balance),
    currency: readCurrency(state.balance),
    version: state.version,
  };
}

export function toBalanceAsOfView(
  accountId: string,
  balance: Money,
  asOf: string,
): AccountBalanceBody {
  return {
    account_id: accountId,
    balance: formatMoney(balance),
    currency: readCurrency(balance),
    as_of: asOf,
  };
}

export function toPeriodBalancesView({
  opening,
  closing,
}: PeriodBalances): Pick<StatementPageBody, 'opening_balance' | 'closing_balance'> {
  return { opening_balance: formatMoney(opening), closing_balance: formatMoney(closing) };
}

export const toAccountEntryView = viewOf<AccountEntryBody>()(accountEntryFields);
