// What operations read. Every read is strongly consistent and knows its number of requests.
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Account, AccountState } from '../../domain/accounts/accounts.ts';
import type { JournalEntry } from '../../domain/journal/journal.ts';
import { describeMissingAccount } from '../../domain/accounts/accounts.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { batchGet } from '../store/batch-get.ts';
import { buildFirstIdAt, isId, listShardNames } from '../store/ids.ts';
import { fromEntryItem, fromBalanceItem, fromAccountItem, fromJournalItem } from './items.ts';
import type { AccountEntry, Item } from './items.ts';
import { keys } from '../store/keys.ts';
import type { Key } from '../store/keys.ts';
import { readToDecide } from '../commit/read-to-decide.ts';
import { findReversal } from './reversal-marks.ts';
import type { Session } from '../commit/session.ts';
import {
  INVALID_CURSOR_MESSAGE,
  buildKeyAfter,
  listMerged,
  runQuery,
} from '../store/merged-lists.ts';
import { sendWithDeadline } from '../store/store.ts';

export interface Page<Noun> {
  readonly items: readonly Noun[];
  /** The place of the last item when there are more. */
  readonly next?: string;
}

/** One item, strongly consistent: one request. */
export async function getItem(session: Session, key: Key): Promise<Item | undefined> {
  const { documents, ledgerTable } = session.store;
  const command = new GetCommand({ TableName: ledgerTable, Key: key, ConsistentRead: true });
  const answer = await sendWithDeadline(session.store, (until) => documents.send(command, until));
  return answer.Item as Item | undefined;
}

/** One account with its balance: one request. Refuses with account_not_found. */
export async function readAccount(session: Session, id: string): Promise<Account> {
  const { store, tenant } = session;
  if (!isId('acc', id)) throw new Refusal('account_not_found', describeMissingAccount(id));
  const wanted = [keys.account(tenant, id), keys.balance(tenant, id)];
  return fromAccountItems(id, await batchGet(store, store.ledgerTable, wanted));
}

/** The account of the items. Refuses with account_not_found. */
export function fromAccountItems(id: string, items: readonly Item[]): Account {
  const terms = items.find(({ SK }) => SK === id);
  const balance = items.find(({ SK }) => SK === 'B');
  if (!terms || !balance) throw new Refusal('account_not_found', describeMissingAccount(id));
  return { terms: fromAccountItem(terms, id), state: fromBalanceItem(balance) };
}

/** How an account stands: one request. Refuses with account_not_found. */
export async function readAccountState(session: Session, id: string): Promise<AccountState> {
  const item = isId('acc', id)
    ? await getItem(session, keys.balance(session.tenant, id))
    : undefined;
  if (!item) throw new Refusal('account_not_found', describeMissingAccount(id));
  return fromBalanceItem(item);
}

/** A tenant's whole collection, as its records were made. */
export const WHOLE_LIST = { order: 'oldest first', spread: 'even' } as const;

/** A page of accounts, oldest first: one request per shard and one per 100 accounts. */
export async function listAccounts(
  session: Session,
  after: string | undefined,
  limit: number,
): Promise<Page<Account>> {
  const { store, tenant } = session;
  const shards = listShardNames(store.shards).map((shard) => keys.accounts(tenant, shard));
  const range = { from: after === undefined ? 'acc_' : buildKeyAfter(after), to: 'acc_~' };
  const listing = { partitions: shards, range, ...WHOLE_LIST };
  const { items, hasMore } = await listMerged(store, listing, limit);
  const wanted = items.map(({ SK }) => keys.balance(tenant, SK));
  const balances = await batchGet(store, store.ledgerTable, wanted);
  const states = new Map(
    balances.map((item) => [item['account_id'] as string, fromBalanceItem(item)]),
  );
  const accounts = items.map((item): Account => {
    const state = states.get(item.SK);
    if (!state) throw new Error(`account ${item.SK} has no balance`);
    return { terms: fromAccountItem(item, item.SK), state };
  });
  return toPage(accounts, hasMore, items.at(-1)?.SK);
}

/** The page of these items. */
export function toPage<Noun>(items: readonly Noun[], hasMore: boolean, last?: string): Page<Noun> {
  return { items, ...(hasMore && last !== undefined && { next: last }) };
}

/** The accounts that a mutation decides on, by id, as readToDecide reads. Unknown ones are left out. */
export async function readAccountsToPost(
  session: Session,
  ids: readonly string[],
): Promise<Map<string, AccountState>> {
  const known = [...new Set(ids)].filter((id) => isId('acc', id));
  const wanted = known.map((id) => keys.balance(session.tenant, id));
  const states = (await readToDecide(session, wanted)).map(fromBalanceItem);
  return new Map(states.map((state) => [state.id, state]));
}

export interface StatementFilter {
  /** First millisecond, inclusive, as an ISO time; absent from the beginning. */
  readonly from?: string | undefined;
  /** Last millisecond, inclusive. */
  readonly to?: string | undefined;
  /** The place after which to go on. */
  readonly after?: string | undefined;
}

/** A page of an account's entries in posting order: one request. Refuses with account_not_found. */
export async function readStatement(
  session: Session,
  accountId: string,
  range: StatementFilter,
  limit: number,
): Promise<Page<AccountEntry>> {
  const { store, tenant } = session;
  if (!isId('acc', accountId))
    throw new Refusal('account_not_found', describeMissingAccount(accountId));
  const from = range.after === undefined ? (range.from ?? '0') : `${range.after}!`;
  const to = range.to === undefined ? '~' : `${range.to}#~`;
  if (from > to) throw new Refusal('invalid_cursor', INVALID_CURSOR_MESSAGE);
  const { Items: items, LastEvaluatedKey: more } = await runQuery(store, {
    TableName: store.ledgerTable,
    KeyConditionExpression: 'PK = :partition AND SK BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':partition': keys.entries(tenant, accountId),
      ':from': from,
      ':to': to,
    },
    Limit: limit + 1,
    ConsistentRead: true,
  });
  // An account without entries is not an unknown account: only then is it worth a second request.
  if (items.length === 0) await readAccountState(session, accountId);
  const hasMore = items.length > limit || more !== undefined;
  const page = items.slice(0, limit);
  return toPage(page.map(fromEntryItem), hasMore, page.at(-1)?.SK);
}

/** One journal entry and what has reversed it: one request. Refuses with journal_entry_not_found. */
export async function readJournalEntry(
  session: Session,
  id: string,
): Promise<{ entry: JournalEntry; reversedBy: string | undefined }> {
  const { store, tenant } = session;
  const wanted = [keys.journalEntry(tenant, id), keys.reversal(tenant, id)];
  const items = isId('jrn', id) ? await batchGet(store, store.ledgerTable, wanted) : [];
  const item = items.find(({ SK }) => SK === id);
  if (!item) {
    throw new Refusal('journal_entry_not_found', `There is no journal entry ${id.slice(0, 64)}.`);
  }
  return { entry: fromJournalItem(item), reversedBy: findReversal(items) };
}

export interface JournalFilter {
  readonly from?: Date | undefined;
  /** The first millisecond after the range. */
  readonly before?: Date | undefined;
  readonly after?: string | undefined;
}

/** A page of the tenant's journal in posting order: one request per shard. */
export async function listJournalEntries(
  session: Session,
  { from, before, after }: JournalFilter,
  limit: number,
): Promise<Page<JournalEntry>> {
  const { store, tenant } = session;
  const shards = listShardNames(store.shards).map((shard) => keys.journal(tenant, shard));
  const first = from ? buildFirstIdAt('jrn', from) : 'jrn_';
  const range = {
    from: after === undefined ? first : buildKeyAfter(after),
    to: before ? buildFirstIdAt('jrn', before) : 'jrn_~',
  };
  const listing = { partitions: shards, range, ...WHOLE_LIST };
  const { items, hasMore } = await listMerged(store, listing, limit);
  return toPage(items.map(fromJournalItem), hasMore, items.at(-1)?.SK);
}
