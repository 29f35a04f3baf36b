// How accounts are stored and mapped to views.
import type { Account, AccountState, AccountTerms } from '../../domain/accounts/accounts.ts';
import type { AccountMetadata } from '../../domain/accounts/metadata.ts';
import {
  count,
  hex,
  hidden,
  json,
  money,
  readOptionalText,
  sortKey,
  text,
} from '../store/field-kinds.ts';
import { fields } from '../store/fields.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';

export const accountTermsFields = fields<AccountTerms>()({
  id: sortKey(),
  customerId: text('customer_id'),
  productId: text('product_id'),
  name: text('name'),
  currency: text('currency'),
  externalId: readOptionalText(text('external_id')),
  createdAt: text('created_at'),
});

/** In the item of the terms, so that reading it costs nothing more; absent without metadata. */
export const accountMetadataFields = fields<AccountMetadata>()({
  pairs: json('metadata'),
  version: count('metadata_version'),
});

export function toAccountItem(tenant: string, { terms, metadata }: Omit<Account, 'state'>): Item {
  return {
    ...accountTermsFields.toItem(keys.account(tenant, terms.id), terms),
    ...(metadata && accountMetadataFields.toAttributes(metadata)),
  };
}

export function fromAccountItem(item: Item): Omit<Account, 'state'> {
  const terms = accountTermsFields.fromItem(item);
  const hasMetadata = accountMetadataFields.attributes.some((name) => item[name] !== undefined);
  return { terms, ...(hasMetadata && { metadata: accountMetadataFields.fromItem(item) }) };
}

/** Reserves the external id: at most one account of the tenant has it. */
export function toExternalIdItem(tenant: string, externalId: string, accountId: string): Item {
  return { ...keys.externalId(tenant, externalId), account_id: accountId };
}

/** The small item that every posting replaces; no posting changes the item of the terms. */
export const accountStateFields = fields<AccountState>()({
  id: hidden(text('account_id')),
  productId: hidden(text('product_id')),
  status: text('status'),
  balance: money('balance'),
  sequence: hidden(count('sequence')),
  version: count('version'),
  head: hex('head'),
  postedAt: hidden(readOptionalText(text('posted_at'))),
  frozenAt: readOptionalText(text('frozen_at')),
  closedAt: readOptionalText(text('closed_at')),
  updatedAt: text('updated_at'),
});
