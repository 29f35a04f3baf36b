// Reads of accounts. Every read is strongly consistent and makes a known number of requests.
import { describeMissingAccount } from '../../domain/accounts/accounts.ts';
import type { Account, AccountState } from '../../domain/accounts/accounts.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { readToDecide } from '../commit/read-to-decide.ts';
import type { Session } from '../commit/session.ts';
import { readText } from '../store/attributes.ts';
import { batchGet, getItem } from '../store/batch-get.ts';
import { isId } from '../store/ids.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { accountStateFields, fromAccountItem } from './items.ts';

/** One account with its balance: one request. Refuses with account_not_found. */
export async function readAccount(session: Session, id: string): Promise<Account> {
  const { store, tenant } = session;
  if (!isId('acc', id)) throw new Refusal('account_not_found', describeMissingAccount(id));
  const wanted = [keys.account(tenant, id), keys.balance(tenant, id)];
  return accountOf(id, await batchGet(store, store.ledgerTable, wanted));
}

/** The account that a mutation changes, read by readToDecide. Refuses with account_not_found. */
export async function readAccountToDecide(session: Session, id: string): Promise<Account> {
  const { tenant } = session;
  if (!isId('acc', id)) throw new Refusal('account_not_found', describeMissingAccount(id));
  const wanted = [keys.account(tenant, id), keys.balance(tenant, id)];
  return accountOf(id, await readToDecide(session, wanted));
}

/** The account that has the external id, if any, read by readToDecide. */
export async function findExternalIdHolder(
  session: Session,
  externalId: string,
): Promise<string | undefined> {
  const [item] = await readToDecide(session, [keys.externalId(session.tenant, externalId)]);
  return item && readText(item, 'account_id');
}

/** Builds the account from its items. Refuses with account_not_found. */
export function accountOf(id: string, items: readonly Item[]): Account {
  const terms = items.find(({ SK }) => SK === id);
  const balance = items.find(({ SK }) => SK === 'B');
  if (!terms || !balance) throw new Refusal('account_not_found', describeMissingAccount(id));
  return { ...fromAccountItem(terms), state: accountStateFields.fromItem(balance) };
}

/** The status and balance of an account: one request. Refuses with account_not_found. */
export async function readAccountState(session: Session, id: string): Promise<AccountState> {
  const item = isId('acc', id)
    ? await getItem(session, keys.balance(session.tenant, id))
    : undefined;
  if (!item) throw new Refusal('account_not_found', describeMissingAccount(id));
  return accountStateFields.fromItem(item);
}

/**
 * The states of these accounts, by id: one request for 100 of them, or none if the attempt started with all of them.
 * Omits unknown accounts.
 */
export async function readAccountStates(
  { store, tenant, attempt }: Session,
  ids: readonly string[],
): Promise<Map<string, AccountState>> {
  const known = [...new Set(ids)].filter((id) => isId('acc', id));
  const wanted = known.map((id) => keys.balance(tenant, id));
  const items =
    attempt?.returnedItems(wanted) ?? (await batchGet(store, store.ledgerTable, wanted));
  return new Map(items.map(accountStateFields.fromItem).map((state) => [state.id, state]));
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
