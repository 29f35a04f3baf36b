import type { Direction } from '../values/direction.ts';
import { addMoney, money, subtractMoney } from '../values/money.ts';
import type { Money } from '../values/money.ts';
import { replaceMetadata } from './metadata.ts';
import type { AccountMetadata, MetadataPairs } from './metadata.ts';
import { accountStatus } from './transitions.ts';
import type { AccountStatus } from './transitions.ts';

/** The terms of an account. They never change. */
export interface AccountTerms {
  readonly id: string;
  readonly customerId: string;
  readonly productId: string;
  readonly name: string;
  readonly currency: string;
  /** The account's identifier in the institution's own systems, unique in the tenant. */
  readonly externalId?: string;
  readonly createdAt: string;
}

/** The small, frequently written part of an account, which postings and transitions change. */
export interface AccountState {
  readonly id: string;
  readonly productId: string;
  readonly status: AccountStatus;
  readonly balance: Money;
  /** The sequence number of the newest entry, without gaps; 0 before the first. */
  readonly sequence: number;
  /** Grows by 1 with each change of status or balance (docs/contract.md, Money). */
  readonly version: number;
  /**
   * The newest entry's hash, hexadecimal; zeros before the first
   * (functions/ledger/journal/hash-chain.ts).
   */
  readonly head: string;
  readonly updatedAt: string;
  readonly postedAt?: string;
  readonly frozenAt?: string;
  readonly closedAt?: string;
}

export interface Account {
  readonly terms: AccountTerms;
  readonly state: AccountState;
  /** Absent until the account is given metadata. */
  readonly metadata?: AccountMetadata;
}

export interface AccountRequest {
  readonly customer_id: string;
  readonly product_id: string;
  readonly name: string;
  readonly currency: string;
  readonly external_id?: string;
  readonly metadata?: MetadataPairs;
}

/**
 * Opens an account: ACTIVE, with a balance of zero (docs/contract.md, Account lifecycle). Refuses with
 * invalid_request for metadata.
 */
export function openAccount(request: AccountRequest, id: string, at: Date): Account {
  const createdAt = at.toISOString();
  const { customer_id: customerId, product_id: productId, name, currency } = request;
  const { external_id: externalId, metadata } = request;
  return {
    terms: {
      id,
      customerId,
      productId,
      name,
      currency,
      ...(externalId !== undefined && { externalId }),
      createdAt,
    },
    ...(metadata && { metadata: replaceMetadata(undefined, metadata) }),
    state: {
      id,
      productId,
      status: accountStatus.initial,
      balance: money(0n, currency),
      sequence: 0,
      version: 1,
      head: '0'.repeat(64),
      updatedAt: createdAt,
    },
  };
}

/** Returns the balance before a posting from the one after it. */
export function computeBalanceBefore(entry: {
  readonly direction: Direction;
  readonly amount: Money;
  readonly balanceAfter: Money;
}): Money {
  const { direction, amount, balanceAfter } = entry;
  return direction === 'CREDIT'
    ? subtractMoney(balanceAfter, amount)
    : addMoney(balanceAfter, amount);
}

/** Returns the message of external_id_taken; `holder` is the account, if the caller may read it. */
export function describeTakenExternalId(externalId: string, holder: string | undefined): string {
  const named = `The external_id ${externalId} belongs to `;
  return `${named}${holder === undefined ? 'another account' : `account ${holder}`}.`;
}

/** Returns the message of account_not_found. */
export function describeMissingAccount(accountId: string): string {
  return `There is no account ${accountId.slice(0, 64)}.`;
}
