// An account's terms and its balance to DynamoDB items and back. Amounts are whole minor units.
import type { Account, AccountState, AccountTerms } from '../../domain/accounts/accounts.ts';
import { currencyOf, minorOf, money } from '../../domain/values/money.ts';
import type { AccountStatus } from '../../domain/states/transitions.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { count, minor, optional, text } from '../store/stored.ts';

export function accountItem(tenant: string, { terms }: Account): Item {
  return {
    ...keys.account(tenant, terms.id),
    customer_id: terms.customerId,
    product_id: terms.productId,
    name: terms.name,
    currency: terms.currency,
    created_at: terms.createdAt,
  };
}

export function accountTerms(item: Record<string, unknown>, id: string): AccountTerms {
  return {
    id,
    customerId: text(item, 'customer_id'),
    productId: text(item, 'product_id'),
    name: text(item, 'name'),
    currency: text(item, 'currency'),
    createdAt: text(item, 'created_at'),
  };
}

export function balanceItem(tenant: string, state: AccountState): Item {
  return {
    ...keys.balance(tenant, state.id),
    account_id: state.id,
    product_id: state.productId,
    currency: currencyOf(state.balance),
    status: state.status,
    balance: minorOf(state.balance),
    sequence: BigInt(state.sequence),
    version: BigInt(state.version),
    head: Buffer.from(state.head, 'hex'),
    updated_at: state.updatedAt,
    posted_at: state.postedAt,
    frozen_at: state.frozenAt,
    closed_at: state.closedAt,
  };
}

export function accountState(item: Record<string, unknown>): AccountState {
  return {
    id: text(item, 'account_id'),
    productId: text(item, 'product_id'),
    status: text(item, 'status') as AccountStatus,
    balance: money(minor(item, 'balance'), text(item, 'currency')),
    sequence: count(item, 'sequence'),
    version: count(item, 'version'),
    head: Buffer.from(item['head'] as Uint8Array).toString('hex'),
    updatedAt: text(item, 'updated_at'),
    ...optional(item, 'posted_at', 'postedAt'),
    ...optional(item, 'frozen_at', 'frozenAt'),
    ...optional(item, 'closed_at', 'closedAt'),
  };
}
