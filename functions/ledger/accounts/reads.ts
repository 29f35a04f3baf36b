// Reads of accounts. Every read is strongly consistent and makes a known number of requests.
import { describeMissingAccount } from '../../domain/accounts/accounts.ts';
import type { Account, AccountState } from '../../domain/accounts/accounts.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { readToDecide } from '../commit/read-to-decide.ts';
import type { Session } from '../commit/session.ts';
import { batchGet, getItem } from '../store/batch-get.ts';
import { isId, listShardNames } from '../store/ids.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { WHOLE_LIST, toPage } from '../store/pages.ts';
import type { Page } from '../store/pages.ts';
import { buildKeyAfter, listMerged } from '../store/merged-lists.ts';
import { accountStateFields, accountTermsFields } from './items.ts';

/** One account with its balance: one request. Refuses with account_not_found. */
export async function readAccount(session: Session, id: string): Promise<Account> {
  const { store, tenant } = session;
  if (!isId('acc', id)) throw new Refusal('account_not_found', describeMissingAccount(id));
  const wanted = [keys.account(tenant, id), keys.balance(tenant, id)];
  return accountOf(id, await batchGet(store, store.ledgerTable, wanted));
}

/** Builds the account from its items. Refuses with account_not_found. */
export function accountOf(id: string, items: readonly Item[]): Account {
  const terms = items.find(({ SK }) => SK === id);
  const balance = items.find(({ SK }) => SK === 'B');
  if (!terms || !balance) throw new Refusal('account_not_found', describeMissingAccount(id));
  return { terms: accountTermsFields.fromItem(terms), state: accountStateFields.fromItem(balance) };
}

/** The status and balance of an account: one request. Refuses with account_not_found. */
export async function readAccountState(session: Session, id: string): Promise<AccountState> {
  const item = isId('acc', id)
    ? await getItem(session, keys.balance(session.tenant, id))
    : undefined;
  if (!item) throw new Refusal('account_not_found', describeMissingAccount(id));
  return accountStateFields.fromItem(item);
}

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
    balances.map((item) => [item['account_id'] as string, accountStateFields.fromItem(item)]),
  );
  const accounts = items.map((item): Account => {
    const state = states.get(item.SK);
    if (!state) throw new Error(`account ${item.SK} has no balance`);
    return { terms: accountTermsFields.fromItem(item), state };
  });
  return toPage(accounts, hasMore, items.at(-1)?.SK);
}

/** The accounts that a mutation decides on, by id, read by readToDecide. Omits unknown accounts. */
export async function readAccountsToPost(
  session: Session,
  ids: readonly string[],
): Promise<Map<string, AccountState>> {
  const known = [...new Set(ids)].filter((id) => isId('acc', id));
  const wanted = known.map((id) => keys.balance(session.tenant, id));
  const states = (await readToDecide(session, wanted)).map(accountStateFields.fromItem);
  return new Map(states.map((state) => [state.id, state]));
}
