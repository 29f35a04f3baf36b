// How accounts are stored and mapped to views.
import type { AccountState, AccountTerms } from '../../domain/accounts/accounts.ts';
import {
  count,
  hex,
  hidden,
  money,
  readOptionalText,
  sortKey,
  text,
} from '../store/field-kinds.ts';
import { fields } from '../store/fields.ts';

export const accountTermsFields = fields<AccountTerms>()({
  id: sortKey(),
  customerId: text('customer_id'),
  productId: text('product_id'),
  name: text('name'),
  currency: text('currency'),
  createdAt: text('created_at'),
});

/** The small item that every posting replaces; the terms never change. */
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
