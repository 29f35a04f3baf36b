// Lists of accounts: all of a tenant, or those that match filters. A filter is served by a record that
// leads to the accounts, never by reading all of them (ADR 084).
import type { Account } from '../../domain/accounts/accounts.ts';
import type { AccountStatus } from '../../domain/accounts/transitions.ts';
import {
  findNameRange,
  foldName,
  readNamedAccount,
} from '../../domain/projections/account-names.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { splitIdList } from '../../domain/values/text-patterns.ts';
import type { Session } from '../commit/session.ts';
import { readProjectedList } from '../projections/lists.ts';
import type { ListedRecord } from '../projections/lists.ts';
import { readText } from '../store/attributes.ts';
import { batchGet, getItem } from '../store/batch-get.ts';
import { isId, listShardNames } from '../store/ids.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { toPage } from '../store/pages.ts';
import type { Page, PageRequest } from '../store/pages.ts';
import {
  buildRangeAfter,
  countAnswerBytes,
  limitToAnswerSize,
  listMerged,
} from '../store/merged-lists.ts';
import type { KeyRange, Listing } from '../store/merged-lists.ts';
import { accountStateFields, fromAccountItem } from './items.ts';

export interface AccountFilter {
  readonly external_id?: string;
  readonly customer_id?: string;
  readonly product_id?: string;
  readonly status?: AccountStatus;
  /** Separated by commas. */
  readonly ids?: string;
  readonly name_prefix?: string;
}

/** A page of accounts; a page of a read model says how late that is. */
export type AccountPage = Page<Account> & { readonly lagSeconds?: number };

const NO_CHARACTER = 'query parameter name_prefix must have a character other than a space';

/**
 * A page of accounts that match all filters, by the time of their opening. Without filters: one request per shard and
 * one per 100 accounts. By ids, in the order given: two requests at most, never stale. By external id: two
 * requests, never stale. Else from account_name_lists, in the order of names, or account_lists, as
 * readProjectedList does, with one more request per 50 listed accounts. Refuses a blank name_prefix with invalid_request.
 */
export function listAccounts(
  session: Session,
  filter: AccountFilter,
  page: PageRequest,
): Promise<AccountPage> {
  const { ids, external_id: externalId, name_prefix: prefix } = filter;
  if (prefix !== undefined && foldName(prefix) === '') {
    throw new Refusal('invalid_request', [NO_CHARACTER]);
  }
  if (ids !== undefined) return findByIds(session, filter, ids, page);
  if (externalId !== undefined) return findByExternalId(session, filter, externalId);
  if (prefix !== undefined) return findByName(session, filter, foldName(prefix), page);
  const [list, ...others] = listFilters(filter);
  if (list === undefined) return listAllAccounts(session, page);
  const sought = {
    projection: 'account_lists',
    list,
    range: buildRange(page),
    order: page.order,
    isSifted: others.length > 0,
  } as const;
  return readProjectedList(session, sought, page.limit, (listed) =>
    readMatching(session, filter, listed),
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

async function findByIds(
  session: Session,
  filter: AccountFilter,
  ids: string,
  { order, after, limit }: PageRequest,
): Promise<Page<Account>> {
  const given = splitIdList(ids);
  const ordered = order === 'oldest first' ? given : given.toReversed();
  const rest = ordered.slice(after === undefined ? 0 : ordered.indexOf(after) + 1);
  const known = rest.filter((id) => isId('acc', id));
  const found = await readMatching(session, filter, known);
  const accounts = known.flatMap((id) => found.get(id)?.noun ?? []);
  const page = limitToAnswerSize(accounts.slice(0, limit));
  return toPage(page, accounts.length > page.length, page.at(-1)?.terms.id);
}

function findByName(
  session: Session,
  filter: AccountFilter,
  prefix: string,
  { order, after, limit }: PageRequest,
): Promise<AccountPage> {
  const { list, ...range } = findNameRange(prefix);
  const sought = {
    projection: 'account_name_lists',
    list,
    range: buildRangeAfter(range, order, after),
    order,
    isSifted: listFilters(filter).length > 0,
  } as const;
  return readProjectedList(session, sought, limit, async (listed) => {
    const found = await readMatching(session, filter, listed.map(readNamedAccount));
    const pairs = listed.map((one) => [one, found.get(readNamedAccount(one))] as const);
    return new Map(pairs.flatMap(([one, record]) => (record ? [[one, record] as const] : [])));
  });
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
  const { external_id, customer_id, product_id, status, name_prefix: prefix } = filter;
  if (prefix !== undefined && !foldName(terms.name).startsWith(foldName(prefix))) return false;
  const pairs = [
    [external_id, terms.externalId],
    [customer_id, terms.customerId],
    [product_id, terms.productId],
    [status, state.status],
  ] as const;
  return pairs.every(([sought, own]) => sought === undefined || sought === own);
}
