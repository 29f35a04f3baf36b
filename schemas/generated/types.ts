// Generated from schemas/ by `npm run generate`. Do not edit.

/**
 * Three uppercase letters (ISO 4217).
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "Currency".
 */
export type Currency = string;
/**
 * A decimal balance with exactly two decimals; credits raise it, debits lower it.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "Balance".
 */
export type Balance = string;
/**
 * RFC 3339, UTC, milliseconds.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "Timestamp".
 */
export type Timestamp = string;
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "EntryType".
 */
export type EntryType = 'OPENING_BALANCE' | 'POSTING' | 'REVERSAL' | 'CORRECTION';
/**
 * A decimal amount with exactly two decimals and at most 36 digits before the point.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "Amount".
 */
export type Amount = string;
/**
 * CREDIT raises the balance of a customer account, DEBIT lowers it.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "Direction".
 */
export type Direction = 'DEBIT' | 'CREDIT';
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "CalendarDate".
 */
export type CalendarDate = string;
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListAccountsResponse".
 */
export type ListAccountsResponse = Account[];

export interface Contracts {}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "AccountCreated".
 */
export interface AccountCreated {
  id: string;
  customer_id?: string;
  product_id?: string;
  name: string;
  currency: Currency;
  status: 'ACTIVE' | 'FROZEN' | 'CLOSED';
  balance: Balance;
  /**
   * Grows by one with each change of the status or the balance.
   */
  version: number;
  frozen_at?: Timestamp;
  closed_at?: Timestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "JournalEntryPosted".
 */
export interface JournalEntryPosted {
  id: string;
  entry_type: EntryType;
  ledger_lines: LedgerLine[];
  account_postings: PostedAccountPosting[];
  currency?: Currency;
  description?: string;
  effective_date: CalendarDate;
  posted_by: string;
  correlation_id: string;
  posted_at: Timestamp;
}
/**
 * One line of the general ledger: exactly one of the two amounts is above zero.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "LedgerLine".
 */
export interface LedgerLine {
  account_code: string;
  debit_amount?: Amount;
  credit_amount?: Amount;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "PostedAccountPosting".
 */
export interface PostedAccountPosting {
  entry_id: string;
  account_id: string;
  direction: Direction;
  amount: Amount;
  currency: Currency;
  reference?: string;
  posting_key: string;
  balance_after: Balance;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "AccountBalance".
 */
export interface AccountBalance {
  account_id: string;
  balance: Balance;
  currency: Currency;
  version?: number;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "AccountEntry".
 */
export interface AccountEntry {
  id: string;
  account_id: string;
  journal_entry_id?: string;
  transaction_id?: string;
  /**
   * The journal entry and the position of the posting in it: unique for ever.
   */
  posting_key: string;
  entry_type: EntryType;
  direction: Direction;
  amount: Amount;
  currency: Currency;
  balance_after: Balance;
  reference?: string;
  posted_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "AccountPosting".
 */
export interface AccountPosting {
  account_id: string;
  direction: Direction;
  amount: Amount;
  currency: Currency;
  reference?: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "Account".
 */
export interface Account {
  id: string;
  customer_id?: string;
  product_id?: string;
  name: string;
  currency: Currency;
  status: 'ACTIVE' | 'FROZEN' | 'CLOSED';
  balance: Balance;
  /**
   * Grows by one with each change of the status or the balance.
   */
  version: number;
  frozen_at?: Timestamp;
  closed_at?: Timestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "HttpError".
 */
export interface HttpError {
  statusCode: number;
  /**
   * One sentence, or one for each fault of an invalid request.
   */
  message: string | string[];
  error: string;
  code: string;
  correlation_id: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "JournalEntryPage".
 */
export interface JournalEntryPage {
  items: JournalEntry[];
  /**
   * Absent on the last page.
   */
  next_cursor?: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "JournalEntry".
 */
export interface JournalEntry {
  id: string;
  entry_type: EntryType;
  ledger_lines: LedgerLine[];
  account_postings: PostedAccountPosting[];
  currency?: Currency;
  description?: string;
  effective_date: CalendarDate;
  posted_by: string;
  correlation_id: string;
  posted_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "NewJournalEntry".
 */
export interface NewJournalEntry {
  /**
   * @minItems 2
   * @maxItems 1000
   */
  ledger_lines: [LedgerLine, LedgerLine, ...LedgerLine[]];
  account_postings?: AccountPosting[];
  description?: string;
  effective_date?: CalendarDate;
  /**
   * OPENING_BALANCE only as the first entry of each account that it touches.
   */
  entry_type?: 'POSTING' | 'OPENING_BALANCE';
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "StatementPage".
 */
export interface StatementPage {
  items: AccountEntry[];
  /**
   * Absent on the last page.
   */
  next_cursor?: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "CreateAccountRequest".
 */
export interface CreateAccountRequest {
  body: {
    customer_id: string;
    product_id: string;
    name: string;
    currency: Currency;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "CreateAccountResponse".
 */
export interface CreateAccountResponse {
  id: string;
  customer_id?: string;
  product_id?: string;
  name: string;
  currency: Currency;
  status: 'ACTIVE' | 'FROZEN' | 'CLOSED';
  balance: Balance;
  /**
   * Grows by one with each change of the status or the balance.
   */
  version: number;
  frozen_at?: Timestamp;
  closed_at?: Timestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetAccountBalanceRequest".
 */
export interface GetAccountBalanceRequest {
  path: {
    accountId: string;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetAccountBalanceResponse".
 */
export interface GetAccountBalanceResponse {
  account_id: string;
  balance: Balance;
  currency: Currency;
  version?: number;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetAccountStatementRequest".
 */
export interface GetAccountStatementRequest {
  path: {
    accountId: string;
  };
  query: {
    /**
     * Inclusive.
     */
    from?: string;
    /**
     * Inclusive.
     */
    to?: string;
    cursor?: string;
    limit: number;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetAccountStatementResponse".
 */
export interface GetAccountStatementResponse {
  items: AccountEntry[];
  /**
   * Absent on the last page.
   */
  next_cursor?: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetAccountRequest".
 */
export interface GetAccountRequest {
  path: {
    accountId: string;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetAccountResponse".
 */
export interface GetAccountResponse {
  id: string;
  customer_id?: string;
  product_id?: string;
  name: string;
  currency: Currency;
  status: 'ACTIVE' | 'FROZEN' | 'CLOSED';
  balance: Balance;
  /**
   * Grows by one with each change of the status or the balance.
   */
  version: number;
  frozen_at?: Timestamp;
  closed_at?: Timestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListAccountsRequest".
 */
export interface ListAccountsRequest {
  query: {
    cursor?: string;
    limit: number;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetJournalEntryRequest".
 */
export interface GetJournalEntryRequest {
  path: {
    journalEntryId: string;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetJournalEntryResponse".
 */
export interface JournalEntry1 {
  id: string;
  entry_type: EntryType;
  ledger_lines: LedgerLine[];
  account_postings: PostedAccountPosting[];
  currency?: Currency;
  description?: string;
  effective_date: CalendarDate;
  posted_by: string;
  correlation_id: string;
  posted_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListJournalEntriesRequest".
 */
export interface ListJournalEntriesRequest {
  query: {
    /**
     * First day of posting (UTC), inclusive.
     */
    from?: string;
    /**
     * Last day of posting (UTC), inclusive.
     */
    to?: string;
    cursor?: string;
    limit: number;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListJournalEntriesResponse".
 */
export interface ListJournalEntriesResponse {
  items: JournalEntry[];
  /**
   * Absent on the last page.
   */
  next_cursor?: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "PostJournalEntriesRequest".
 */
export interface PostJournalEntriesRequest {
  body: {
    /**
     * @minItems 1
     * @maxItems 25
     */
    entries: [NewJournalEntry, ...NewJournalEntry[]];
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "PostJournalEntriesResponse".
 */
export interface PostJournalEntriesResponse {
  items: JournalEntry[];
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "PostJournalEntryRequest".
 */
export interface PostJournalEntryRequest {
  body: NewJournalEntry;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "PostJournalEntryResponse".
 */
export interface JournalEntry2 {
  id: string;
  entry_type: EntryType;
  ledger_lines: LedgerLine[];
  account_postings: PostedAccountPosting[];
  currency?: Currency;
  description?: string;
  effective_date: CalendarDate;
  posted_by: string;
  correlation_id: string;
  posted_at: Timestamp;
}
