// Lists of accounts: all of a tenant, or those that match filters. A filter is served by a record that
// leads to the accounts, never by reading all of them (ADR 084).
import type { Account } from '../../domain/accounts/accounts.ts';
import type { AccountStatus } from '../../domain/accounts/transitions.ts';
import type { Session } from '../commit/session.ts';
import { readProjectedList } from '../projections/lists.ts';
import type { ListedRecord } from '../projections/lists.ts';
import { readText } from '../store/attributes.ts';
import { batchGet, getItem } from '../store/batch-get.ts';
import { listShardNames } from '../store/ids.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { toPage } from '../store/pages.ts';
import type { Page, PageRequest } from '../store/pages.ts';
import { buildRangeAfter, countAnswerBytes, listMerged } from '../store/merged-lists.ts';
import type { KeyRange, Listing } from '../store/merged-lists.ts';
import { accountStateFields, fromAccountItem } from './items.ts';

export interface AccountFilter {
  readonly external_id?: string;
  readonly customer_id?: string;
  readonly product_id?: string;
  readonly status?: AccountStatus;
}

/** A page of accounts; a page of a read model says how late that is. */
export type AccountPage = Page<Account> & { readonly lagSeconds?: number };

/**
 * A page of accounts that match all filters, by the time of their opening. Without filters: one request per shard and
 * one per 100 accounts. By external id: two requests, never stale. Else from account_lists, as
 * readProjectedList does, with one more request per 50 listed accounts.
 */
export function listAccounts(
  session: Session,
  filter: AccountFilter,
  page: PageRequest,
): Promise<AccountPage> {
  const { external_id: externalId } = filter;
  if (externalId !== undefined) return findByExternalId(session, filter, externalId);
  const [list, ...others] = listFilters(filter);
  if (list === undefined) return listAllAccounts(session, page);
  const sought = {
    projection: 'account_lists',
    list,
    range: buildRange(page),
    order: page.order,
    isSifted: others.length > 0,
  } as const;
  return readProjectedList(session, sought, page.limit, (ids) =>
    readMatching(session, filter, ids),
  );
}

/** The lists that could serve the filter, the shortest in most institutions first. */
function listFilters({ customer_id, product_id, status }: AccountFilter): string[] {
  const byStatus = status === undefined ? [] : [`status#${status}`];
  return [
    ...(customer_id === undefined ? [] : [`customer_id#${customer_id}`]),
    // Few accounts are frozen; most are ACTIVE or, in the end, CLOSED.
    ...(status === 'FROZEN' ? byStatus : []),
    ...(product_id === undefined ? [] : [`product_id#${product_id}`]),
    ...(status === 'FROZEN' ? [] : byStatus),
  ];
}

function buildRange({ order, after }: PageRequest): KeyRange {
  return buildRangeAfter({ from: 'acc_', to: 'acc_~' }, order, after);
}

async function findByExternalId(
  session: Session,
  filter: AccountFilter,
  externalId: string,
): Promise<Page<Account>> {
  const item = await getItem(session, keys.externalId(session.tenant, externalId));
  if (!item) return toPage([], false);
  const found = await readMatching(session, filter, [readText(item, 'account_id')]);
  const accounts = [...found.values()].map(({ noun }) => noun);
  return toPage(accounts, false);
}

async function listAllAccounts(
  { store, tenant }: Session,
  page: PageRequest,
): Promise<Page<Account>> {
  const shards = listShardNames(store.shards).map((shard) => keys.accounts(tenant, shard));
  const { order, limit } = page;
  const listing: Listing = { partitions: shards, range: buildRange(page), order, spread: 'even' };
  const { items, hasMore } = await listMerged(store, listing, limit);
  const wanted = items.map(({ SK }) => keys.balance(tenant, SK));
  const balances = await batchGet(store, store.ledgerTable, wanted);
  const states = buildStates(balances);
  const accounts = items.map((item): Account => {
    const state = states.get(item.SK);
    if (!state) throw new Error(`account ${item.SK} has no balance`);
    return { ...fromAccountItem(item), state };
  });
  return toPage(accounts, hasMore, items.at(-1)?.SK);
}

function buildStates(balances: readonly Item[]) {
  return new Map(
    balances.map((item) => [readText(item, 'account_id'), accountStateFields.fromItem(item)]),
  );
}

async function readMatching(
  { store, tenant }: Session,
  filter: AccountFilter,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ListedRecord<Account>>> {
  const wanted = ids.flatMap((id) => [keys.account(tenant, id), keys.balance(tenant, id)]);
  const items = await batchGet(store, store.ledgerTable, wanted);
  const states = buildStates(items.filter(({ SK }) => SK === 'B'));
  const records = items.flatMap((item): [string, ListedRecord<Account>][] => {
    const state = states.get(item.SK);
    if (!state) return [];
    const noun: Account = { ...fromAccountItem(item), state };
    return isMatch(noun, filter) ? [[item.SK, { noun, bytes: countAnswerBytes(item) }]] : [];
  });
  return new Map(records);
}

// The account as it is now decides: the list of a status may be a moment behind.
function isMatch({ terms, state }: Account, filter: AccountFilter): boolean {
  const { external_id, customer_id, product_id, status } = filter;
  const pairs = [
    [external_id, terms.externalId],
    [customer_id, terms.customerId],
    [product_id, terms.productId],
    [status, state.status],
  ] as const;
  return pairs.every(([sought, own]) => sought === undefined || sought === own);
}
